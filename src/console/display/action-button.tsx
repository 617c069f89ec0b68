import { Button, type ButtonProps } from '@mantine/core';
import type { UseMutationResult } from '@tanstack/react-query';
import { type ComponentPropsWithRef, useState } from 'react';
import type { Operation } from '../../client/client.ts';
import { type ApiMutationOptions, useApiMutation } from '../api/use-api.tsx';
import { handFocusOn } from './focus.ts';

type NativeProps = ComponentPropsWithRef<'button'>;

/** Keeps the focus while disabled: browsers blur a disabled element, so a focused one is `aria-disabled` and ignores clicks. */
function HoldingButton({ disabled = false, type = 'button', onClick, onFocus, onBlur, ...others }: NativeProps) {
  const [hasFocus, setHasFocus] = useState(false);
  const isHeld = disabled && hasFocus;
  return (
    <button
      {...others}
      data-act
      type={type}
      disabled={disabled && !isHeld}
      {...(isHeld ? { 'aria-disabled': true } : {})}
      onClick={(event) => {
        // Prevents a second submit by a disabled button or a double click.
        if (disabled || event.detail > 1) event.preventDefault();
        else onClick?.(event);
      }}
      onFocus={(event) => {
        setHasFocus(true);
        handFocusOn(event.currentTarget);
        onFocus?.(event);
      }}
      onBlur={(event) => {
        setHasFocus(false);
        onBlur?.(event);
      }}
    />
  );
}

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

interface OperationButtonProps<T, V> extends ActionButtonProps, Pick<ApiMutationOptions<T, V>, 'done' | 'onDone'> {
  operation: Operation<T, V>;
  variables: V;
}

/** A button with a mutation of its own, whose error is shown as a toast. */
export function OperationButton<T, V extends object>({
  operation,
  done,
  onDone,
  ...props
}: OperationButtonProps<T, V>) {
  return <MutationButton mutation={useApiMutation(operation, { done, onDone })} {...props} />;
}
