import { Group, PasswordInput, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { ConfirmSignInDocument, SignInDocument } from '../../client/operations.generated.ts';
import { useFormMutation } from '../api/use-api.tsx';
import { Form, SubmitButton } from '../display/form.tsx';
import { TextButton } from '../display/text.tsx';
import { Entrance } from './entrance.tsx';
import { SingleSignOn } from './single-sign-on.tsx';
import { useEnter } from './viewer.ts';

export function SignInPage() {
  const { to } = useSearch({ from: '/sign-in' });
  return <SignInForms to={to} />;
}

/** `failed`: a sign-in at the identity provider that just failed. */
export function SignInForms({ to, failed }: { to?: string | undefined; failed?: Error }) {
  const [needsCode, setNeedsCode] = useState(false);
  const openConsole = useEnter();
  const enter = () => openConsole(to);
  const signIn = useFormMutation(SignInDocument, {
    onDone: ({ signIn: { needsSecondFactor } }) => (needsSecondFactor ? setNeedsCode(true) : enter()),
  });
  const form = useForm({ mode: 'uncontrolled', initialValues: { email: '', password: '' } });
  if (needsCode) return <SecondFactorForm onDone={enter} onBack={() => setNeedsCode(false)} />;
  return (
    <Entrance title="Sign in">
      <SingleSignOn to={to} failed={failed} />
      <Form mutation={signIn} onSubmit={form.onSubmit((data) => signIn.mutate({ data }))}>
        <TextInput
          label="Email"
          type="email"
          autoComplete="username"
          required
          data-autofocus
          autoFocus
          {...form.getInputProps('email')}
        />
        <PasswordInput label="Password" autoComplete="current-password" required {...form.getInputProps('password')} />
        <SubmitButton fullWidth>Sign in</SubmitButton>
        <Text variant="note">Forgot your password? Ask an owner or admin for a reset link.</Text>
      </Form>
    </Entrance>
  );
}

function SecondFactorForm({ onDone, onBack }: { onDone: () => void; onBack: () => void }) {
  const [hasApp, setHasApp] = useState(true);
  const confirm = useFormMutation(ConfirmSignInDocument, { onDone });
  const form = useForm({ mode: 'uncontrolled', initialValues: { code: '' } });
  const submit = ({ code }: { code: string }) => {
    const text = code.replace(/\s/g, '');
    confirm.mutate({ data: hasApp ? { code: text } : { recoveryCode: text } });
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
          {...form.getInputProps('code')}
        />
        <SubmitButton fullWidth>Sign in</SubmitButton>
        <Group justify="space-between">
          <TextButton onClick={() => setHasApp(!hasApp)}>
            {hasApp ? 'Use a recovery code' : 'Use authenticator app'}
          </TextButton>
          <TextButton onClick={onBack}>Back</TextButton>
        </Group>
      </Form>
    </Entrance>
  );
}
