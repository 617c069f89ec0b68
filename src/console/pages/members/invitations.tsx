import { Button, Group, NumberInput, Select, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import {
  InvitationsDocument,
  type InvitationsQuery,
  InviteMemberDocument,
  RevokeInvitationDocument,
} from '../../../client/operations.generated.ts';
import type { OrganizationRole } from '../../../contract/types.generated.ts';
import { useWholeList } from '../../api/lists.ts';
import { useApiMutation } from '../../api/use-api.tsx';
import { ActionButton } from '../../display/action-button.tsx';
import { ShownOnce } from '../../display/code-block.tsx';
import { Dialog } from '../../display/dialogs.tsx';
import { Form, FormEnd } from '../../display/form.tsx';
import type { Column } from '../../display/lists/column.ts';
import { WholeList } from '../../display/lists/list.tsx';
import { Panel } from '../../display/page.tsx';
import { ForeignText } from '../../display/text.tsx';
import { Time } from '../../display/time.tsx';
import { personLink } from '../../session/credentials.ts';
import { useRights } from '../../session/viewer.ts';
import { rolesToGive, roleWords } from './member-rights.ts';

type InvitationRow = NonNullable<InvitationsQuery['invitations']>[number];

export function OpenInvitations() {
  // Expiry causes no change event.
  const query = useWholeList(
    InvitationsDocument,
    {},
    { rowsOf: (data) => data.invitations, shows: ['invitation', 'member'], everySeconds: 60 },
  );
  const withdraw = useApiMutation(RevokeInvitationDocument, {
    done: ({ revokeInvitation: { email } }) => `Invitation of ${email} withdrawn.`,
  });
  const columns = invitationColumns({
    running: withdraw.isPending ? withdraw.variables.where.id : undefined,
    onWithdraw: (id) => withdraw.mutate({ where: { id } }),
  });
  return (
    <Panel title="Open invitations">
      <WholeList
        query={query}
        height={60}
        label="Invitations"
        columns={columns}
        maxHeight="320px"
        empty="No open invitations."
      />
    </Panel>
  );
}

interface ColumnsOptions {
  running: string | undefined;
  onWithdraw: (id: string) => void;
}

const invitationColumns = ({ running, onWithdraw }: ColumnsOptions): readonly Column<InvitationRow>[] => [
  { id: 'email', label: 'Email', width: 2, leads: true, cell: ({ email }) => <ForeignText>{email}</ForeignText> },
  { id: 'role', label: 'Role', width: '64px', cell: ({ role }) => role },
  { id: 'made', label: 'Invited', width: '110px', isForWide: true, cell: ({ createdAt }) => <Time at={createdAt} /> },
  { id: 'ends', label: 'Expires', width: '72px', cell: ({ expiresAt }) => <Time at={expiresAt} /> },
  {
    id: 'withdraw',
    label: 'Withdraw',
    hidesLabel: true,
    width: '84px',
    cell: ({ id, email }) => (
      <ActionButton
        size="compact-xs"
        variant="default"
        aria-label={`Withdraw invitation of ${email}`}
        loading={running === id}
        onClick={() => onWithdraw(id)}
      >
        Withdraw
      </ActionButton>
    ),
  },
];

const initialValues = { email: '', role: 'member' as OrganizationRole, expiresInDays: 7 };

export function InviteDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const rights = useRights();
  const form = useForm({ initialValues });
  const invite = useApiMutation(InviteMemberDocument, { failure: 'none', onDone: () => form.reset() });
  const made = invite.data?.inviteMember;
  const close = () => {
    invite.reset();
    form.reset();
    onClose();
  };
  return (
    <Dialog title="Invite member" isOpen={isOpen} onClose={close}>
      {made !== undefined ? (
        <Stack>
          <ShownOnce
            title={`Invitation of ${made.invitation.email}`}
            what="link"
            text={personLink(made, 'accept-invitation', document.baseURI)}
          >
            Send the link to the person. It works once, for this email, and expires{' '}
            <Time at={made.invitation.expiresAt} />.
          </ShownOnce>
          <Group justify="end">
            <Button variant="default" onClick={() => invite.reset()}>
              Invite another
            </Button>
            <Button onClick={close}>Done</Button>
          </Group>
        </Stack>
      ) : (
        <Form mutation={invite} onSubmit={form.onSubmit((input) => invite.mutate({ input }))}>
          <TextInput
            label="Email"
            type="email"
            required
            data-autofocus
            autoComplete="off"
            {...form.getInputProps('email')}
          />
          <Select
            label="Role"
            data={rolesToGive(rights).map((role) => ({ value: role, label: `${role}: ${roleWords[role]}` }))}
            allowDeselect={false}
            {...form.getInputProps('role')}
          />
          <NumberInput
            label="Expires after (days)"
            description="1 to 30"
            min={1}
            max={30}
            allowDecimal={false}
            required
            {...form.getInputProps('expiresInDays')}
          />
          <FormEnd act="Create invitation" isPending={invite.isPending} onCancel={close} />
        </Form>
      )}
    </Dialog>
  );
}
