import { Button, Group, Stack, Text } from '@mantine/core';
import type { UseMutationResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Failure } from '../answers/failure.tsx';
import { ActButton } from '../focus/act-button.tsx';
import { Dialog } from './dialog.tsx';

/** An act that is asked about once more. */
export interface Question<V> {
  title: string;
  /** What follows from it. */
  consequence: ReactNode;
  /** The word on the button that does it. */
  act: string;
  variables: V;
}

interface ConfirmProps<T, V> {
  /** Undefined while nothing is asked. */
  question: Question<V> | undefined;
  onClose: () => void;
  mutation: UseMutationResult<T, Error, V>;
}

/** Asks once more, and does it. A refusal is shown where it was asked. */
export function Confirm<T, V>({ question, onClose, mutation }: ConfirmProps<T, V>) {
  const close = () => {
    mutation.reset();
    onClose();
  };
  return (
    <Dialog title={question?.title ?? ''} isOpen={question !== undefined} onClose={close}>
      {question !== undefined && (
        <Stack>
          {mutation.error !== null && <Failure error={mutation.error} />}
          <Text fz="sm" component="div">
            {question.consequence}
          </Text>
          <Group justify="end">
            <Button variant="default" onClick={close} data-autofocus>
              Cancel
            </Button>
            <ActButton
              color="red"
              variant="outline"
              loading={mutation.isPending}
              onClick={() => mutation.mutate(question.variables, { onSuccess: close })}
            >
              {question.act}
            </ActButton>
          </Group>
        </Stack>
      )}
    </Dialog>
  );
}

interface ConfirmButtonProps<T, V> {
  question: Question<V>;
  mutation: UseMutationResult<T, Error, V>;
  children: string;
}

/** A button whose act is asked about once more. */
export function ConfirmButton<T, V>({ question, mutation, children }: ConfirmButtonProps<T, V>) {
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <Button color="red" variant="outline" onClick={() => setAsked(true)}>
        {children}
      </Button>
      <Confirm question={isAsked ? question : undefined} onClose={() => setAsked(false)} mutation={mutation} />
    </>
  );
}
