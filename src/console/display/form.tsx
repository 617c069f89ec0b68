import { Stack, type StackProps } from '@mantine/core';
import type { FormEvent } from 'react';
import { Failure } from './answers/failure.tsx';

interface FormProps extends Omit<StackProps, 'onSubmit'> {
  /** What it does when it is sent; a refusal is shown above the fields. */
  mutation: { error: Error | null };
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
}

/** A form that makes one change. */
export const Form = ({ mutation: { error }, onSubmit, children, ...stack }: FormProps) => (
  <form
    onSubmit={(event) => {
      event.preventDefault();
      onSubmit(event);
    }}
  >
    <Stack {...stack}>
      {error !== null && <Failure error={error} />}
      {children}
    </Stack>
  </form>
);
