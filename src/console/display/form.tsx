import { Button, type ButtonProps, Group, Stack, type StackProps } from '@mantine/core';
import type { UseMutationResult } from '@tanstack/react-query';
import {
  type ChangeEvent,
  type ComponentPropsWithRef,
  createContext,
  type FormEvent,
  type ReactNode,
  useContext,
} from 'react';
import type { Operation } from '../../client/client.ts';
import { type ApiMutationOptions, useApiMutation } from '../api/use-api.tsx';
import { Failure } from './answers.tsx';
import { handFocusOn } from './focus.ts';

type NativeProps = ComponentPropsWithRef<'button'>;

/** Keeps the focus while disabled: browsers blur a disabled element, so this one ignores clicks instead. */
const HoldingButton = ({ disabled = false, type = 'button', onClick, onFocus, ...others }: NativeProps) => (
  <button
    {...others}
    data-act
    type={type}
    aria-disabled={disabled || undefined}
    onClick={(event) => {
      // Prevents a second submit by a disabled button or a double click.
      if (disabled || event.detail > 1) event.preventDefault();
      else onClick?.(event);
    }}
    onFocus={(event) => {
      handFocusOn(event.currentTarget);
      onFocus?.(event);
    }}
  />
);

type ActionButtonProps = ButtonProps & Omit<NativeProps, keyof ButtonProps | 'ref'>;

/** A button for an asynchronous action (`loading`). Focus stays on it, or moves to its replacement, when the action completes. */
export const ActionButton = (props: ActionButtonProps) => <Button component={HoldingButton} {...props} />;

interface MutationButtonProps<T, V> extends ActionButtonProps {
  mutation: UseMutationResult<T, Error, V>;
  variables: V;
}

export const MutationButton = <T, V>({ mutation, variables, ...props }: MutationButtonProps<T, V>) => (
  <ActionButton loading={mutation.isPending} onClick={() => mutation.mutate(variables)} {...props} />
);

interface OperationButtonProps<T, V> extends ActionButtonProps, ApiMutationOptions<T, V> {
  operation: Operation<T, V>;
  variables: V;
}

/** A button with a mutation of its own, whose error is shown as a toast. */
export function OperationButton<T, V extends object>(props: OperationButtonProps<T, V>) {
  const { operation, done, onDone, ...button } = props;
  return <MutationButton variant="default" mutation={useApiMutation(operation, { done, onDone })} {...button} />;
}

interface FormProps extends Omit<StackProps, 'onSubmit'> {
  /** Runs on submit; its error is shown above the fields. */
  mutation: { error: Error | null; isPending: boolean };
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
}

const IsPending = createContext(false);

export const Form = ({ mutation: { error, isPending }, onSubmit, children, ...stack }: FormProps) => (
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
      <IsPending value={isPending}>{children}</IsPending>
    </Stack>
  </form>
);

export const SubmitButton = (props: ActionButtonProps) => (
  <ActionButton type="submit" loading={useContext(IsPending)} {...props} />
);

export const CloseDialog = createContext(() => {});

export const useCloseDialog = (): (() => void) => useContext(CloseDialog);

interface FormEndProps {
  act: string;
  cancel?: string;
  isDanger?: boolean | undefined;
  disabled?: boolean;
}

/** The buttons of a form in a dialog. The focus starts at the one that cancels unless a field takes it. */
export const FormEnd = ({ act, cancel = 'Cancel', isDanger, disabled }: FormEndProps) => (
  <Group justify="end">
    <Button variant="default" onClick={useCloseDialog()} data-autofocus>
      {cancel}
    </Button>
    <SubmitButton disabled={disabled} {...(isDanger ? { color: 'red', variant: 'outline' } : {})}>
      {act}
    </SubmitButton>
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

export const bindText = (value: string, onChange: (value: string) => void) => ({
  value,
  onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => onChange(currentTarget.value),
});

export const bindChecked = (checked: boolean, onChange: (checked: boolean) => void) => ({
  checked,
  onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) => onChange(currentTarget.checked),
});
