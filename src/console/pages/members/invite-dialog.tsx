import { Button, Group, NumberInput, Select, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { OrganizationRole } from '../../../contract/types.generated.ts';
import { useApiMutation } from '../../api/use-api.tsx';
import { Dialog } from '../../display/dialogs/dialog.tsx';
import { FormEnd } from '../../display/dialogs/form-end.tsx';
import { Form } from '../../display/form.tsx';
import { ShownOnce } from '../../display/shown-once.tsx';
import { Time } from '../../display/values/time.tsx';
import { personLink } from '../../session/person-link.ts';
import { useRights } from '../../session/viewer.ts';
import { rolesToGive, roleWords } from './member-rights.ts';
import { InviteMemberDocument } from './operations.generated.ts';

const initialValues = { email: '', role: 'member' as OrganizationRole, expiresInDays: 7 };

/** Invites somebody: a link, shown once, for the person to join with. */
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
    <Dialog title="Invite a person" isOpen={isOpen} onClose={close}>
      {made !== undefined ? (
        <Stack>
          <ShownOnce
            title={`The invitation of ${made.invitation.email}`}
            what="the link"
            text={personLink(made, 'accept-invitation', document.baseURI)}
          >
            Send it to the person. It works once, for this address, and ends <Time at={made.invitation.expiresAt} />.
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
            label="E-mail address"
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
            label="Ends after days"
            description="1 to 30"
            min={1}
            max={30}
            allowDecimal={false}
            required
            {...form.getInputProps('expiresInDays')}
          />
          <FormEnd act="Make the invitation" isPending={invite.isPending} onCancel={close} />
        </Form>
      )}
    </Dialog>
  );
}
