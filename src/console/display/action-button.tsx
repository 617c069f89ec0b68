import { Button, type ButtonProps } from '@mantine/core';
import type { UseMutationResult } from '@tanstack/react-query';
import { type ComponentPropsWithRef, useState } from 'react';
import { handFocusOn } from './focus.ts';

type NativeProps = ComponentPropsWithRef<'button'>;

/**
 * A button that stays where the keyboard is: the browser takes the focus from what is disabled, so while it has the focus it only says that
 * it is, and does nothing.
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
        // A submit button would send its form again, as the second click of a double click would.
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

/** A button that does something which takes a while (`loading`): the focus is on it, or on what took its place, when that is done. */
export const ActionButton = (props: ActionButtonProps) => <Button component={HoldingButton} {...props} />;

interface MutationButtonProps<T, V> extends ActionButtonProps {
  mutation: UseMutationResult<T, Error, V>;
  variables: V;
}

export const MutationButton = <T, V>({ mutation, variables, ...props }: MutationButtonProps<T, V>) => (
  <ActionButton loading={mutation.isPending} onClick={() => mutation.mutate(variables)} {...props} />
);
