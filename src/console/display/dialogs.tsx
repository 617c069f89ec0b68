import { ActionIcon, Button, type ButtonProps, Drawer, Group, Menu, Modal, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDots } from '@tabler/icons-react';
import { useBlocker } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { Operation } from '../../client/client.ts';
import { type ApiMutationOptions, useFormMutation } from '../api/use-api.tsx';
import { useFocusReturn } from './focus.ts';
import { CloseDialog, Form, FormEnd } from './form.tsx';

interface DialogProps {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** A modal dialog. A click outside does not close it: it may be the second of a double click, and would discard a form. */
export function Dialog({ title, isOpen, onClose, children }: DialogProps) {
  useFocusReturn(isOpen);
  return (
    <Modal.Root opened={isOpen} onClose={onClose} returnFocus={false} closeOnClickOutside={false}>
      {contentOf(Modal, { title, onClose, children })}
    </Modal.Root>
  );
}

interface SidePanelProps<T> {
  title: (of: T) => string;
  /** What the panel shows; undefined while it is closed. */
  of: T | undefined;
  onClose: () => void;
  children: (of: T) => ReactNode;
}

export function SidePanel<T extends object>({ title, of, onClose, children }: SidePanelProps<T>) {
  const isOpen = of !== undefined;
  // Still shown while the panel slides out.
  const [last, setLast] = useState(of);
  if (isOpen && of !== last) setLast(of);
  useFocusReturn(isOpen);
  return (
    <Drawer.Root opened={isOpen} onClose={onClose} returnFocus={false} position="right" size="lg">
      {contentOf(Drawer, { title: last ? title(last) : '', onClose, children: last && children(last) })}
    </Drawer.Root>
  );
}

/** The title is not in a `header` as in Mantine's own: that would be a second banner landmark. */
const contentOf = (Part: typeof Modal | typeof Drawer, { title, onClose, children }: Omit<DialogProps, 'isOpen'>) => (
  <CloseDialog value={onClose}>
    <Part.Overlay />
    <Part.Content>
      <Group justify="space-between" p="md" wrap="nowrap">
        <Part.Title fw={600} className="foreign">
          {title}
        </Part.Title>
        <Part.CloseButton aria-label="Close" />
      </Group>
      <Part.Body>{children}</Part.Body>
    </Part.Content>
  </CloseDialog>
);

interface DialogButtonProps extends ButtonProps {
  label: string;
  'aria-label'?: string;
  /** The title of the dialog. Default: the label. */
  title?: string;
  children: ReactNode;
}

/** A button that opens a dialog. Closing the dialog discards its content with all its state. */
export function DialogButton({ label, title = label, children, ...button }: DialogButtonProps) {
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <>
      <Button {...button} onClick={open}>
        {label}
      </Button>
      <Dialog title={title} isOpen={isOpen} onClose={close}>
        {children}
      </Dialog>
    </>
  );
}

export const ActionsMenu = ({ of, children }: { of: string; children: ReactNode }) => (
  <Menu position="bottom-end" width={260}>
    <Menu.Target>
      <ActionIcon aria-label={`Actions for ${of}`}>
        <IconDots size={18} />
      </ActionIcon>
    </Menu.Target>
    <Menu.Dropdown>{children}</Menu.Dropdown>
  </Menu>
);

interface Question<V> {
  title: string;
  consequence: ReactNode;
  act: string;
  variables: V;
}

interface ConfirmProps<T, V> extends ApiMutationOptions<T, V> {
  question: Question<V> | undefined;
  operation: Operation<T, V>;
  onClose: () => void;
}

/** Asks for confirmation, then runs the operation. Shows an error in the dialog. */
export function Confirm<T, V extends object>({ question, operation, onClose, ...options }: ConfirmProps<T, V>) {
  const mutation = useFormMutation(operation, options);
  const close = () => {
    mutation.reset();
    onClose();
  };
  return (
    <Dialog title={question?.title ?? ''} isOpen={question !== undefined} onClose={close}>
      {question !== undefined && (
        <Form mutation={mutation} onSubmit={() => mutation.mutate(question.variables, { onSuccess: close })}>
          <Text fz="sm" component="div">
            {question.consequence}
          </Text>
          <FormEnd act={question.act} isDanger />
        </Form>
      )}
    </Dialog>
  );
}

interface ConfirmButtonProps<T, V> extends ButtonProps, Omit<ConfirmProps<T, V>, 'question' | 'onClose'> {
  question: Question<V>;
  'aria-label'?: string;
}

/** Its label is the act of the question, unless it has another. */
export function ConfirmButton<T, V extends object>(props: ConfirmButtonProps<T, V>) {
  const { question, operation, done, onDone, children = `${props.question.act}…`, ...button } = props;
  const [isAsked, { open, close }] = useDisclosure();
  return (
    <>
      <Button color="red" variant="outline" {...button} onClick={open}>
        {children}
      </Button>
      <Confirm question={isAsked ? question : undefined} onClose={close} {...{ operation, done, onDone }} />
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
  const isBlocked = blocker.status === 'blocked';
  return (
    <Dialog title="Leave without saving?" isOpen={isBlocked} onClose={() => blocker.reset?.()}>
      <Form mutation={{ error: null, isPending: false }} onSubmit={() => blocker.proceed?.()}>
        <Text fz="sm">
          {keepsDraft
            ? 'You have unsaved changes. This browser tab keeps the draft until you save or discard it.'
            : 'Your unsaved changes will be lost.'}
        </Text>
        <FormEnd act="Leave" cancel="Stay" isDanger />
      </Form>
    </Dialog>
  );
}
