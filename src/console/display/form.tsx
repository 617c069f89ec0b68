import { Button, Group, Stack, type StackProps, TextInput } from '@mantine/core';
import type { ChangeEvent, FormEvent } from 'react';
import { ActionButton } from './action-button.tsx';
import { Failure } from './answers.tsx';

interface FormProps extends Omit<StackProps, 'onSubmit'> {
  /** Runs on submit; its error is shown above the fields. */
  mutation: { error: Error | null };
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
}

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

interface FormEndProps {
  act: string;
  isPending: boolean;
  onCancel: () => void;
}

export const FormEnd = ({ act, isPending, onCancel }: FormEndProps) => (
  <Group justify="end">
    <Button variant="default" onClick={onCancel}>
      Cancel
    </Button>
    <ActionButton type="submit" loading={isPending}>
      {act}
    </ActionButton>
  </Group>
);

interface TypedNameProps {
  name: string;
  value: string;
  onChange: (value: string) => void;
  autoFocus?: boolean;
}

/** Confirms an irreversible action by typing the object's name. */
export const TypedName = ({ name, value, onChange, autoFocus = false }: TypedNameProps) => (
  <TextInput
    label={`Type ${name} to confirm`}
    {...bindText(value, onChange)}
    autoFocus={autoFocus}
    autoComplete="off"
    spellCheck={false}
    w={{ base: '100%', sm: 420 }}
  />
);

/** Binds the value of a text field to a state. */
export const bindText = (value: string, onChange: (value: string) => void) => ({
  value,
  onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => onChange(currentTarget.value),
});

/** Binds a checkbox or a switch to a state. */
export const bindChecked = (checked: boolean, onChange: (checked: boolean) => void) => ({
  checked,
  onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) => onChange(currentTarget.checked),
});
