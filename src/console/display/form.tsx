import { Button, Group, Stack, type StackProps, TextInput } from '@mantine/core';
import { type ChangeEvent, createContext, type FormEvent, type ReactNode, useContext } from 'react';
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
      // The dialog of a form may be part of another form.
      event.stopPropagation();
      onSubmit(event);
    }}
  >
    <Stack {...stack}>
      {error !== null && <Failure error={error} />}
      {children}
    </Stack>
  </form>
);

export const CloseDialog = createContext(() => {});

/** Returns the function that closes the dialog around a component. */
export const useCloseDialog = (): (() => void) => useContext(CloseDialog);

interface FormEndProps {
  act: string;
  cancel?: string;
  isPending: boolean;
  isDanger?: boolean;
  disabled?: boolean;
}

/** The buttons of a form in a dialog. The focus starts at the one that cancels unless a field takes it. */
export const FormEnd = ({ act, cancel = 'Cancel', isPending, isDanger, disabled }: FormEndProps) => (
  <Group justify="end">
    <Button variant="default" onClick={useCloseDialog()} data-autofocus>
      {cancel}
    </Button>
    <ActionButton
      type="submit"
      loading={isPending}
      disabled={disabled}
      {...(isDanger ? { color: 'red', variant: 'outline' } : {})}
    >
      {act}
    </ActionButton>
  </Group>
);

/** What a form in a dialog made, in place of the form. */
export const FormResult = ({ children }: { children: ReactNode }) => (
  <Stack>
    {children}
    <Group justify="end">
      <Button onClick={useCloseDialog()}>Done</Button>
    </Group>
  </Stack>
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
