import { PasswordInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { PasswordResetDocument, ResetPasswordDocument, SignInDocument } from '../../client/operations.generated.ts';
import { apiQuery, useApi, useFormMutation } from '../api/use-api.tsx';
import { QueryView } from '../display/answers.tsx';
import { Form, SubmitButton } from '../display/form.tsx';
import { TextLink } from '../display/text.tsx';
import { passwordFault, useLinkToken } from './credentials.ts';
import { Entrance } from './entrance.tsx';
import { useEnter } from './viewer.ts';

export function SetPasswordPage() {
  const token = useLinkToken();
  const holder = useQuery({
    ...apiQuery(useApi(), PasswordResetDocument, { where: { token } }, { shows: [], enabled: token !== '' }),
    // The page still needs the email after the link has been used.
    staleTime: 'static',
  });
  if (token === '')
    return (
      <Entrance title="Incomplete link">
        Open the whole link, including the part after the # sign, or <TextLink to="/sign-in">sign in</TextLink> with
        your password.
      </Entrance>
    );
  if (holder.isPending || holder.error !== null)
    return (
      <Entrance title="Choose a password">
        <QueryView query={holder}>{() => null}</QueryView>
      </Entrance>
    );
  const email = holder.data.passwordReset?.email;
  if (email === undefined)
    return (
      <Entrance title="This link is no longer valid">
        The link was used or replaced, or has expired. Ask an administrator for a new link, or{' '}
        <TextLink to="/sign-in">sign in</TextLink> with your password.
      </Entrance>
    );
  return <SetPassword key={token} {...{ token, email }} />;
}

function SetPassword({ token, email }: { token: string; email: string }) {
  const enter = useEnter();
  const signIn = useFormMutation(SignInDocument, {
    onDone: ({ signIn: { needsSecondFactor } }) => void enter(needsSecondFactor ? '/sign-in' : '/'),
    // The link works once, so sign in with the new password.
    onError: () => void enter('/sign-in'),
  });
  const setPassword = useFormMutation(ResetPasswordDocument, {
    done: 'Password set.',
    onDone: (_done, { data: { newPassword: password } }) => signIn.mutate({ data: { email, password } }),
  });
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { newPassword: '' },
    validate: { newPassword: passwordFault },
  });
  return (
    <Entrance title="Choose a password" about="For your Satrap account. This link works once.">
      <Form
        mutation={{ error: setPassword.error ?? signIn.error, isPending: setPassword.isPending || signIn.isPending }}
        onSubmit={form.onSubmit((data) => setPassword.mutate({ data: { token, ...data } }))}
      >
        <TextInput label="Email" type="email" autoComplete="username" readOnly value={email} />
        <PasswordInput
          label="New password"
          description="At least 12 characters. A sentence is easy to remember."
          autoComplete="new-password"
          required
          autoFocus
          {...form.getInputProps('newPassword')}
        />
        <SubmitButton fullWidth>Set password and sign in</SubmitButton>
      </Form>
    </Entrance>
  );
}
