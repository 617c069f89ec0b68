import { Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useApiMutation } from '../../api/use-api.tsx';
import { Failure } from '../../display/answers/failure.tsx';
import { Dialog } from '../../display/dialogs/dialog.tsx';
import { FormEnd } from '../../display/dialogs/form-end.tsx';
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
      <form onSubmit={form.onSubmit((input) => make.mutate({ input }))}>
        <Stack>
          {make.error !== null && <Failure error={make.error} />}
          <TextInput
            label="Name"
            required
            withAsterisk={false}
            maxLength={63}
            data-autofocus
            autoComplete="off"
            {...form.getInputProps('name')}
          />
          <Text fz="sm" c="dimmed">
            You become its owner. Invite another owner next, and leave it if it is not yours.
          </Text>
          <FormEnd act="Make it" isPending={make.isPending} onCancel={close} />
        </Stack>
      </form>
    </Dialog>
  );
}
