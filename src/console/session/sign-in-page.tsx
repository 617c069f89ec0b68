import { Anchor, Group, PasswordInput, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { ConfirmSignInDocument, SignInDocument } from '../../client/operations.generated.ts';
import { useApi, useApiMutation } from '../api/use-api.tsx';
import { ActionButton } from '../display/action-button.tsx';
import { Form } from '../display/form.tsx';
import { Entrance } from './entrance.tsx';
import { viewerQuery } from './viewer.ts';

const route = getRouteApi('/sign-in');

export function SignInPage() {
  const [needsCode, setNeedsCode] = useState(false);
  const enter = useEnter();
  const signIn = useApiMutation(SignInDocument, {
    failure: 'none',
    onDone: ({ signIn: { needsSecondFactor } }) => (needsSecondFactor ? setNeedsCode(true) : enter()),
  });
  const form = useForm({ mode: 'uncontrolled', initialValues: { email: '', password: '' } });
  if (needsCode) return <SecondFactorForm onDone={enter} onBack={() => setNeedsCode(false)} />;
  return (
    <Entrance title="Sign in">
      <Form mutation={signIn} onSubmit={form.onSubmit((input) => signIn.mutate({ input }))}>
        <TextInput
          label="Email"
          type="email"
          autoComplete="username"
          required
          data-autofocus
          autoFocus
          key={form.key('email')}
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          required
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        <ActionButton type="submit" loading={signIn.isPending}>
          Sign in
        </ActionButton>
        <Text variant="note">
          No password, or forgot it? Ask an owner or admin of your organization for a reset link. Operators of the
          control plane can run <code>satrap control-plane reset-password</code>.
        </Text>
      </Form>
    </Entrance>
  );
}

/** Returns a function that opens the console after sign-in. */
function useEnter(): () => Promise<void> {
  const { to } = route.useSearch();
  const router = useRouter();
  const api = useApi();
  const queries = useQueryClient();
  return async () => {
    await queries.fetchQuery({ ...viewerQuery(api), staleTime: 0 });
    await router.navigate({ href: to ?? '/', replace: true });
  };
}

function SecondFactorForm({ onDone, onBack }: { onDone: () => void; onBack: () => void }) {
  const [hasApp, setHasApp] = useState(true);
  const confirm = useApiMutation(ConfirmSignInDocument, { failure: 'none', onDone });
  const form = useForm({ mode: 'uncontrolled', initialValues: { code: '' } });
  const submit = ({ code }: { code: string }) => {
    const text = code.replace(/\s/g, '');
    confirm.mutate({ input: hasApp ? { code: text } : { recoveryCode: text } });
  };
  return (
    <Entrance
      title="Two-factor authentication"
      about={
        hasApp
          ? 'Enter the six-digit code from your authenticator app.'
          : 'Enter one of your recovery codes. Each code works once.'
      }
    >
      <Form mutation={confirm} onSubmit={form.onSubmit(submit)}>
        <TextInput
          label={hasApp ? 'Code' : 'Recovery code'}
          inputMode={hasApp ? 'numeric' : 'text'}
          autoComplete="one-time-code"
          autoFocus
          required
          key={form.key('code')}
          {...form.getInputProps('code')}
        />
        <ActionButton type="submit" loading={confirm.isPending}>
          Sign in
        </ActionButton>
        <Group justify="space-between">
          <Anchor component="button" type="button" fz="sm" onClick={() => setHasApp(!hasApp)}>
            {hasApp ? 'Use a recovery code' : 'Use authenticator app'}
          </Anchor>
          <Anchor component="button" type="button" fz="sm" onClick={onBack}>
            Back
          </Anchor>
        </Group>
      </Form>
    </Entrance>
  );
}
