import { Anchor, Group, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useApiMutation } from '../api/use-api.tsx';
import { ActButton } from '../display/focus/act-button.tsx';
import { Form } from '../display/form.tsx';
import { Entrance } from './entrance.tsx';
import { ConfirmSignInDocument } from './operations.generated.ts';

/** Asks for a code of the authenticator app, or for a recovery code. */
export function SecondFactorForm({ onDone, onBack }: { onDone: () => void; onBack: () => void }) {
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
        <ActButton type="submit" loading={confirm.isPending}>
          Sign in
        </ActButton>
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
