import { useApiMutation } from '../../api/use-api.tsx';
import { useWholeList } from '../../api/use-whole-list.ts';
import { ActButton } from '../../display/focus/act-button.tsx';
import type { Column } from '../../display/lists/column.ts';
import { List } from '../../display/lists/list.tsx';
import { Panel } from '../../display/panel.tsx';
import { ForeignText } from '../../display/values/foreign-text.tsx';
import { Time } from '../../display/values/time.tsx';
import {
  OpenInvitationsDocument,
  type OpenInvitationsQuery,
  RevokeInvitationDocument,
} from './operations.generated.ts';

type InvitationRow = NonNullable<OpenInvitationsQuery['invitations']>[number];

/** The invitations that nobody has used yet. */
export function OpenInvitations() {
  // One that ends by itself is no change.
  const query = useWholeList(
    OpenInvitationsDocument,
    {},
    { rowsOf: (data) => data.invitations, shows: ['invitation', 'member'], everySeconds: 60 },
  );
  const withdraw = useApiMutation(RevokeInvitationDocument, {
    done: ({ revokeInvitation: { email } }) => `The invitation of ${email} is worthless now.`,
  });
  const columns = invitationColumns({
    running: withdraw.isPending ? withdraw.variables.where.id : undefined,
    onWithdraw: (id) => withdraw.mutate({ where: { id } }),
  });
  return (
    <Panel title="Open invitations">
      <List
        query={query}
        height={60}
        label="Invitations"
        columns={columns}
        maxHeight="320px"
        empty="None. Whoever you invite stands here until the link is used or ends."
      />
    </Panel>
  );
}

interface ColumnsOptions {
  /** The invitation that is being withdrawn. */
  running: string | undefined;
  onWithdraw: (id: string) => void;
}

const invitationColumns = ({ running, onWithdraw }: ColumnsOptions): readonly Column<InvitationRow>[] => [
  {
    id: 'email',
    label: 'Who',
    width: 'minmax(0, 2fr)',
    leads: true,
    cell: ({ email }) => <ForeignText>{email}</ForeignText>,
  },
  { id: 'role', label: 'As', width: '64px', cell: ({ role }) => role },
  { id: 'made', label: 'Invited', width: '110px', isForWide: true, cell: ({ createdAt }) => <Time at={createdAt} /> },
  { id: 'ends', label: 'Ends', width: '72px', cell: ({ expiresAt }) => <Time at={expiresAt} /> },
  {
    id: 'withdraw',
    label: 'Withdraw',
    hidesLabel: true,
    width: '84px',
    cell: ({ id, email }) => (
      <ActButton
        size="compact-xs"
        variant="default"
        aria-label={`Withdraw the invitation of ${email}`}
        loading={running === id}
        onClick={() => onWithdraw(id)}
      >
        Withdraw
      </ActButton>
    ),
  },
];
