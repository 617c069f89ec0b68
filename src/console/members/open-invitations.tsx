import { Button, Text } from '@mantine/core';
import { useApiMutation, useApiQuery } from '../api/use-api.tsx';
import { ForeignText } from '../display/foreign-text.tsx';
import { Panel } from '../display/panel.tsx';
import { QueryView } from '../display/query-view.tsx';
import { type Column, Rows } from '../display/rows.tsx';
import { Time } from '../display/time.tsx';
import {
  OpenInvitationsDocument,
  type OpenInvitationsQuery,
  RevokeInvitationDocument,
} from './operations.generated.ts';

type InvitationRow = NonNullable<OpenInvitationsQuery['invitations']>[number];

/** The invitations that nobody has used yet. */
export function OpenInvitations() {
  // One that ends by itself is no change.
  const query = useApiQuery(OpenInvitationsDocument, {}, { shows: ['invitation', 'member'], everySeconds: 60 });
  const withdraw = useApiMutation(RevokeInvitationDocument, {
    done: ({ revokeInvitation: { email } }) => `The invitation of ${email} is worthless now.`,
  });
  const columns = invitationColumns({
    running: withdraw.isPending ? withdraw.variables.where.id : undefined,
    onWithdraw: (id) => withdraw.mutate({ where: { id } }),
  });
  return (
    <Panel title="Open invitations">
      <QueryView query={query} height={60}>
        {({ invitations }) => (
          <Rows
            label="Invitations"
            rows={invitations ?? []}
            columns={columns}
            keyOf={({ id }) => id}
            maxHeight="320px"
            empty={
              <Text fz="sm" c="dimmed" p="md">
                None. Whoever you invite stands here until the link is used or ends.
              </Text>
            }
          />
        )}
      </QueryView>
    </Panel>
  );
}

interface ColumnsOptions {
  /** The invitation that is being withdrawn. */
  running: string | undefined;
  onWithdraw: (id: string) => void;
}

const invitationColumns = ({ running, onWithdraw }: ColumnsOptions): readonly Column<InvitationRow>[] => [
  { id: 'email', label: 'Who', width: 'minmax(0, 2fr)', cell: ({ email }) => <ForeignText>{email}</ForeignText> },
  { id: 'role', label: 'As', width: '76px', cell: ({ role }) => role },
  { id: 'made', label: 'Invited', width: '110px', isForWide: true, cell: ({ createdAt }) => <Time at={createdAt} /> },
  { id: 'ends', label: 'Ends', width: '96px', cell: ({ expiresAt }) => <Time at={expiresAt} /> },
  {
    id: 'withdraw',
    label: 'Withdraw',
    hidesLabel: true,
    width: '92px',
    cell: ({ id, email }) => (
      <Button
        size="compact-xs"
        variant="default"
        aria-label={`Withdraw the invitation of ${email}`}
        loading={running === id}
        onClick={() => onWithdraw(id)}
      >
        Withdraw
      </Button>
    ),
  },
];
