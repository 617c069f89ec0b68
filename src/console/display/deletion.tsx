import { TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { bindText, Form, SubmitButton } from './form.tsx';

interface DeletionProps<V> {
  /** The object’s, which is typed to confirm. */
  name: string;
  act: string;
  mutation: { error: Error | null; isPending: boolean; mutate: (variables: V) => void };
  variables: V;
  /** Whether all else is confirmed. Default: nothing else is asked. */
  isReady?: boolean;
  children: ReactNode;
}

/** Deletes an object for good once its name is typed. */
export function Deletion<V>({ name, act, mutation, variables, isReady = true, children }: DeletionProps<V>) {
  const [typed, setTyped] = useState('');
  const isConfirmed = isReady && typed === name;
  return (
    <Form mutation={mutation} onSubmit={() => isConfirmed && mutation.mutate(variables)}>
      {children}
      <TextInput
        label={`Type ${name} to confirm`}
        {...bindText(typed, setTyped)}
        data-autofocus
        w={{ base: '100%', sm: 420 }}
      />
      <SubmitButton
        color="red"
        variant="outline"
        disabled={!isConfirmed}
        // Wraps on a narrow phone.
        h="auto"
        mih={36}
        py={6}
        styles={{ label: { whiteSpace: 'normal' } }}
      >
        {act}
      </SubmitButton>
    </Form>
  );
}
