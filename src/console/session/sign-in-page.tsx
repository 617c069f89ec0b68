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
          label="E-mail address"
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
          No password yet, or forgotten? An owner or admin of your organization makes a link for a new one. Whoever runs
          the control plane: <code>satrap control-plane reset-password</code>.
        </Text>
      </Form>
    </Entrance>
  );
}

/** Returns what leads into the console once somebody is signed in. */
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
      title="Second factor"
      about={
        hasApp
          ? 'The six digits that your authenticator app shows now.'
          : 'One of the codes that you kept. It counts once.'
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
            {hasApp ? 'Use a recovery code' : 'Use the app'}
          </Anchor>
          <Anchor component="button" type="button" fz="sm" onClick={onBack}>
            Back
          </Anchor>
        </Group>
      </Form>
    </Entrance>
  );
}
