import { Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useApiMutation } from '../../api/use-api.tsx';
import { Dialog } from '../../display/dialogs/dialog.tsx';
import { FormEnd } from '../../display/dialogs/form-end.tsx';
import { Form } from '../../display/form.tsx';
import { useSwitchOrganization } from '../../shell/use-switch-organization.ts';
import { MakeOrganizationDocument } from './operations.generated.ts';

/** Makes an organization, and opens its members, so that the first people can be invited. */
export function MakeOrganization({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const switchTo = useSwitchOrganization();
  const form = useForm({ initialValues: { name: '' } });
  const close = () => {
    make.reset();
    form.reset();
    onClose();
  };
  const make = useApiMutation(MakeOrganizationDocument, {
    failure: 'none',
    done: ({ createOrganization: { name } }) => `${name} is made; you are its owner.`,
    onDone: ({ createOrganization: { id } }) => {
      close();
      switchTo(id, '/members');
    },
  });
  return (
    <Dialog title="Make an organization" isOpen={isOpen} onClose={close}>
      <Form mutation={make} onSubmit={form.onSubmit((input) => make.mutate({ input }))}>
        <TextInput
          label="Name"
          required
          maxLength={63}
          data-autofocus
          autoComplete="off"
          {...form.getInputProps('name')}
        />
        <Text variant="hint">You become its owner. Invite another owner next, and leave it if it is not yours.</Text>
        <FormEnd act="Make it" isPending={make.isPending} onCancel={close} />
      </Form>
    </Dialog>
  );
}
