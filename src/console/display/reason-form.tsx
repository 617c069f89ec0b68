import { Text, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Operation } from '../../client/client.ts';
import { useFormMutation } from '../api/use-api.tsx';
import { bindText, Form, FormEnd, useCloseDialog } from './form.tsx';

interface ReasonFormProps<T, V> {
  operation: Operation<T, V>;
  variables: (reason: string) => V;
  act: string;
  done: string;
  /** Who reads the reason, with an example. */
  example: string;
  isDanger?: boolean;
  /** The consequence. */
  children: ReactNode;
}

/** Asks for a reason in a dialog, and runs an operation with it. */
export function ReasonForm<T, V extends object>(props: ReasonFormProps<T, V>) {
  const { operation, variables, act, done, example, isDanger, children } = props;
  const [typed, setTyped] = useState('');
  const reason = typed.trim();
  const mutation = useFormMutation(operation, { done, onDone: useCloseDialog() });
  return (
    <Form mutation={mutation} onSubmit={() => mutation.mutate(variables(reason))}>
      <Text fz="sm" component="div">
        {children}
      </Text>
      <TextInput
        label="Reason"
        description={example}
        maxLength={500}
        spellCheck
        data-autofocus
        {...bindText(typed, setTyped)}
      />
      <FormEnd act={act} isDanger={isDanger} disabled={reason === ''} />
    </Form>
  );
}
