import { Anchor, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useHash } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { SatrapError } from '../../client/error.ts';
import { useApi, useApiMutation } from '../api/use-api.tsx';
import { Failure } from '../display/answers/failure.tsx';
import { ActButton } from '../display/focus/act-button.tsx';
import { Entrance } from './entrance.tsx';
import { type LinkSecrets, readLink } from './link-token.ts';
import { SetPasswordDocument, SignInDocument } from './operations.generated.ts';
import { passwordFault } from './passwords.ts';
import { viewerQuery } from './viewer.ts';

/** Sets a password by a link, as on the first run, and signs in with it. */
export function SetPasswordPage() {
  // Another link that is opened in the same tab loads no page, where only what follows # differs.
  const [hash] = useHash({ getInitialValueInEffect: false });
  return <SetPassword key={hash} link={readLink(hash)} />;
}

function SetPassword({ link }: { link: LinkSecrets }) {
  const api = useApi();
  const queries = useQueryClient();
  const router = useRouter();
  const setPassword = useApiMutation(SetPasswordDocument, { failure: 'none' });
  const signIn = useApiMutation(SignInDocument, { failure: 'none' });
  const [isSet, setIsSet] = useState(false);
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: link.email, password: '' },
    validate: { password: passwordFault },
  });
  const submit = async ({ email, password }: { email: string; password: string }) => {
    try {
      if (!isSet) await setPassword.mutateAsync({ input: { token: link.token, newPassword: password } });
      setIsSet(true);
      const { signIn: done } = await signIn.mutateAsync({ input: { email, password } });
      await queries.fetchQuery({ ...viewerQuery(api), staleTime: 0 });
      await router.navigate({ to: done.needsSecondFactor ? '/sign-in' : '/', replace: true });
    } catch (error) {
      // What failed is shown by the mutation's own state.
      if (!(error instanceof SatrapError)) throw error;
    }
  };
  if (link.token === '')
    return (
      <Entrance title="The link is not complete">
        Open the whole link, also what follows the sign #. Or <SignInLink /> with a password that you have.
      </Entrance>
    );
  const error = isSet ? signIn.error : setPassword.error;
  return (
    <Entrance
      title={isSet ? 'The password is set' : 'Choose a password'}
      about={isSet ? 'Sign in with it.' : 'For your account at this control plane. The link works once.'}
    >
      <form onSubmit={form.onSubmit(submit)}>
        <Stack>
          {error !== null && <Failure error={error} />}
          <TextInput
            label="Your e-mail address"
            type="email"
            autoComplete="username"
            required
            withAsterisk={false}
            key={form.key('email')}
            {...form.getInputProps('email')}
          />
          <PasswordInput
            label={isSet ? 'Password' : 'New password'}
            description={isSet ? undefined : '12 characters at least; a sentence is easy to keep.'}
            autoComplete={isSet ? 'current-password' : 'new-password'}
            required
            withAsterisk={false}
            key={form.key('password')}
            {...form.getInputProps('password')}
          />
          <ActButton type="submit" loading={setPassword.isPending || signIn.isPending}>
            {isSet ? 'Sign in' : 'Set the password and sign in'}
          </ActButton>
        </Stack>
      </form>
    </Entrance>
  );
}

const SignInLink = () => (
  <Anchor component={Link} to="/sign-in" underline="always">
    sign in
  </Anchor>
);
