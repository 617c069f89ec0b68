import { Anchor, PasswordInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useHash } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { SatrapError } from '../../client/error.ts';
import { PasswordResetDocument, ResetPasswordDocument, SignInDocument } from '../../client/operations.generated.ts';
import { apiQuery, useApi, useApiMutation } from '../api/use-api.tsx';
import { ActionButton } from '../display/action-button.tsx';
import { QueryView } from '../display/answers.tsx';
import { Form } from '../display/form.tsx';
import { passwordFault, readLinkToken } from './credentials.ts';
import { Entrance } from './entrance.tsx';
import { viewerQuery } from './viewer.ts';

export function SetPasswordPage() {
  // Opening another link in the same tab changes only the fragment and does not reload the page.
  const [hash] = useHash({ getInitialValueInEffect: false });
  const token = readLinkToken(hash);
  const holder = useQuery({
    ...apiQuery(useApi(), PasswordResetDocument, { token }, { shows: [], enabled: token !== '' }),
    // The page still needs the email after the link has been used.
    staleTime: 'static',
  });
  if (token === '')
    return (
      <Entrance title="Incomplete link">
        Open the whole link, including the part after the # sign, or <SignInLink /> with your password.
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
        It was used or replaced, or it has expired. Ask an administrator for a new link, or <SignInLink /> with your
        password.
      </Entrance>
    );
  return <SetPassword key={token} {...{ token, email }} />;
}

function SetPassword({ token, email }: { token: string; email: string }) {
  const api = useApi();
  const queries = useQueryClient();
  const router = useRouter();
  const setPassword = useApiMutation(ResetPasswordDocument, { failure: 'none' });
  const signIn = useApiMutation(SignInDocument, { failure: 'none' });
  const [isSet, setIsSet] = useState(false);
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { password: '' },
    validate: { password: passwordFault },
  });
  const submit = async ({ password }: { password: string }) => {
    try {
      if (!isSet) await setPassword.mutateAsync({ input: { token, newPassword: password } });
      setIsSet(true);
      const { signIn: done } = await signIn.mutateAsync({ input: { email, password } });
      await queries.fetchQuery({ ...viewerQuery(api), staleTime: 0 });
      await router.navigate({ to: done.needsSecondFactor ? '/sign-in' : '/', replace: true });
    } catch (error) {
      // The form shows the mutation's error.
      if (!(error instanceof SatrapError)) throw error;
    }
  };
  const error = isSet ? signIn.error : setPassword.error;
  return (
    <Entrance
      title={isSet ? 'Password set' : 'Choose a password'}
      about={isSet ? 'Sign in with your new password.' : 'For your Satrap account. This link works once.'}
    >
      <Form mutation={{ error }} onSubmit={form.onSubmit(submit)}>
        <TextInput label="Email" type="email" autoComplete="username" readOnly value={email} />
        <PasswordInput
          label={isSet ? 'Password' : 'New password'}
          description={isSet ? undefined : 'At least 12 characters. A sentence is easy to remember.'}
          autoComplete={isSet ? 'current-password' : 'new-password'}
          required
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        <ActionButton type="submit" loading={setPassword.isPending || signIn.isPending}>
          {isSet ? 'Sign in' : 'Set password and sign in'}
        </ActionButton>
      </Form>
    </Entrance>
  );
}

const SignInLink = () => (
  <Anchor component={Link} to="/sign-in" underline="always">
    sign in
  </Anchor>
);
