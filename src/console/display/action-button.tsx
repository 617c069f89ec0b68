import { Button, type ButtonProps } from '@mantine/core';
import type { UseMutationResult } from '@tanstack/react-query';
import { type ComponentPropsWithRef, useState } from 'react';
import { handFocusOn } from './focus.ts';

type NativeProps = ComponentPropsWithRef<'button'>;

/**
 * A button that keeps keyboard focus while disabled. Browsers blur a disabled element, so a focused button sets only `aria-disabled` and
 * ignores clicks.
 */
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
