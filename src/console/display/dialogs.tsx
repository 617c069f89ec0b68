import { Button, Drawer, Group, Modal, Stack, Text } from '@mantine/core';
import type { UseMutationResult } from '@tanstack/react-query';
import { useBlocker } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { ActionButton } from './action-button.tsx';
import { Failure } from './answers.tsx';
import { useFocusReturn } from './focus.ts';

interface DialogProps {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
}

/**
 * A modal dialog. A click outside does not close it: it may be the second of a double click, and would discard a form. The title is not in a
 * `header` as in Mantine's own: that would be a second banner landmark.
 */
export function Dialog({ title, isOpen, onClose, children }: DialogProps) {
  useFocusReturn(isOpen);
  return (
    <Modal.Root opened={isOpen} onClose={onClose} returnFocus={false} closeOnClickOutside={false}>
      <Modal.Overlay />
      <Modal.Content>
        <Group justify="space-between" p="md" wrap="nowrap">
          <Modal.Title fw={600} className="foreign">
            {title}
          </Modal.Title>
          <Modal.CloseButton aria-label="Close" />
        </Group>
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

interface SidePanelProps {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** A drawer with details. The title is not in a `header` as in Mantine's own: that would be a second banner landmark. */
export function SidePanel({ title, isOpen, onClose, children }: SidePanelProps) {
  useFocusReturn(isOpen);
  return (
    <Drawer.Root opened={isOpen} onClose={onClose} returnFocus={false} position="right" size="lg">
      <Drawer.Overlay />
      <Drawer.Content>
        <Group justify="space-between" p="md" wrap="nowrap">
          <Drawer.Title fw={600} className="foreign">
            {title}
          </Drawer.Title>
          <Drawer.CloseButton aria-label="Close" />
        </Group>
        <Drawer.Body>{children}</Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}

export interface Question<V> {
  title: string;
  consequence: ReactNode;
  act: string;
  variables: V;
}

interface ConfirmProps<T, V> {
  question: Question<V> | undefined;
  onClose: () => void;
  mutation: UseMutationResult<T, Error, V>;
}

/** Asks for confirmation, then runs the mutation. Shows an error in the dialog. */
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
            <ActionButton
              color="red"
              variant="outline"
              loading={mutation.isPending}
              onClick={() => mutation.mutate(question.variables, { onSuccess: close })}
            >
              {question.act}
            </ActionButton>
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

/** A button whose action needs confirmation. */
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

interface LeaveGuardProps {
  isDirty: boolean;
  /** The draft survives navigation within the browser tab. Default: false. */
  keepsDraft?: boolean;
}

/** Asks for confirmation before navigating away from unsaved changes. */
export function LeaveGuard({ isDirty, keepsDraft = false }: LeaveGuardProps) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: isDirty && !keepsDraft,
    withResolver: true,
  });
  const stay = () => blocker.reset?.();
  return (
    <Dialog title="Leave without saving?" isOpen={blocker.status === 'blocked'} onClose={stay}>
      <Stack>
        <Text fz="sm">
          {keepsDraft
            ? 'You have unsaved changes. This browser tab keeps the draft until you save or cancel it.'
            : 'Your unsaved changes will be lost.'}
        </Text>
        <Group justify="end">
          <Button variant="default" onClick={stay} data-autofocus>
            Stay
          </Button>
          <ActionButton color="red" variant="outline" onClick={() => blocker.proceed?.()}>
            Leave
          </ActionButton>
        </Group>
      </Stack>
    </Dialog>
  );
}
