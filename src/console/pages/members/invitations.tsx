import { NumberInput, Select, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import {
  InvitationsDocument,
  type InvitationsQuery,
  InviteMemberDocument,
  RevokeInvitationDocument,
} from '../../../client/operations.generated.ts';
import type { OrganizationRole } from '../../../contract/types.generated.ts';
import { useFormMutation, useWholeList } from '../../api/use-api.tsx';
import { ShownOnce } from '../../display/code-block.tsx';
import { Form, FormEnd, OperationButton } from '../../display/form.tsx';
import { actionsColumn, type Column, leadColumn, wideColumn } from '../../display/lists/column.ts';
import { WholeList } from '../../display/lists/list.tsx';
import { Panel } from '../../display/page.tsx';
import { ForeignText, TextButton, Time } from '../../display/text.tsx';
import { personLink } from '../../session/credentials.ts';
import { useRights } from '../../session/viewer.ts';
import { rolesToGive, roleWords } from './member-rights.ts';

type InvitationRow = NonNullable<InvitationsQuery['invitations']>[number];

export function OpenInvitations() {
  // Expiry causes no change event.
  const query = useWholeList(InvitationsDocument, {}, { shows: ['invitation', 'member'], everySeconds: 60 });
  return (
    <Panel title="Open invitations">
      <WholeList
        query={query}
        height={60}
        label="Invitations"
        columns={invitationColumns}
        maxHeight="320px"
        empty="No open invitations."
      />
    </Panel>
  );
}

const invitationColumns: readonly Column<InvitationRow>[] = [
  leadColumn('Email', 2, ({ email }) => <ForeignText>{email}</ForeignText>),
  { label: 'Role', width: '64px', cell: ({ role }) => role },
  wideColumn('Invited', '110px', ({ createdAt }) => <Time at={createdAt} />),
  { label: 'Expires', width: '72px', cell: ({ expiresAt }) => <Time at={expiresAt} /> },
  actionsColumn('88px', ({ id, email }) => (
    <OperationButton
      size="xs"
      aria-label={`Revoke invitation of ${email}`}
      operation={RevokeInvitationDocument}
      variables={{ where: { id } }}
      done={`Invitation of ${email} revoked.`}
    >
      Revoke
    </OperationButton>
  )),
];

const initialValues = { email: '', role: 'member' as OrganizationRole, days: 7 };

export function InviteMember() {
  const rights = useRights();
  const form = useForm({ initialValues });
  const invite = useFormMutation(InviteMemberDocument, { onDone: () => form.reset() });
  const made = invite.data?.inviteMember;
  if (made !== undefined)
    return (
      <ShownOnce
        title={`Invitation of ${made.invitation.email}`}
        what="link"
        text={personLink(made, 'accept-invitation', document.baseURI)}
        more={<TextButton onClick={invite.reset}>Invite another</TextButton>}
      >
        Send the link to the person. It works once, for this email, and expires <Time at={made.invitation.expiresAt} />.
      </ShownOnce>
    );
  return (
    <Form
      mutation={invite}
      onSubmit={form.onSubmit(({ days, ...person }) =>
        invite.mutate({ data: { ...person, expiresInSeconds: days * 86_400 } }),
      )}
    >
      <TextInput label="Email" type="email" required data-autofocus {...form.getInputProps('email')} />
      <Select
        label="Role"
        data={rolesToGive(rights).map((role) => ({ value: role, label: `${role}: ${roleWords[role]}` }))}
        {...form.getInputProps('role')}
      />
      <NumberInput
        label="Expires after (days)"
        description="1 to 30"
        min={1}
        max={30}
        allowDecimal={false}
        required
        {...form.getInputProps('days')}
      />
      <FormEnd act="Create invitation" />
    </Form>
  );
}
