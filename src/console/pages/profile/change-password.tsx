import { PasswordInput, SimpleGrid } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useApiMutation } from '../../api/use-api.tsx';
import { ActButton } from '../../display/focus/act-button.tsx';
import { Form } from '../../display/form.tsx';
import { Panel } from '../../display/panel.tsx';
import { passwordFault } from '../../session/passwords.ts';
import { useViewer } from '../../session/viewer.ts';
import { ChangePasswordDocument } from './operations.generated.ts';

/** A new password; the other sessions end. */
export function ChangePassword() {
  const { person } = useViewer();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { currentPassword: '', newPassword: '' },
    validate: { newPassword: passwordFault },
  });
  const change = useApiMutation(ChangePasswordDocument, {
    failure: 'none',
    done: 'The password is changed; your other sessions have ended.',
    onDone: () => form.reset(),
  });
  return (
    <Panel title="Password">
      <Form mutation={change} onSubmit={form.onSubmit((input) => change.mutate({ input }))}>
        <input type="email" autoComplete="username" value={person.email} readOnly hidden />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <PasswordInput
            label="Present password"
            autoComplete="current-password"
            required
            key={form.key('currentPassword')}
            {...form.getInputProps('currentPassword')}
          />
          <PasswordInput
            label="New password"
            autoComplete="new-password"
            required
            key={form.key('newPassword')}
            {...form.getInputProps('newPassword')}
          />
        </SimpleGrid>
        <div>
          <ActButton type="submit" variant="default" loading={change.isPending}>
            Change the password
          </ActButton>
        </div>
      </Form>
    </Panel>
  );
}
