import { Group, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFocusReturn } from '../focus/use-focus-return.ts';

interface DialogProps {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
}

/**
 * A question or a form above a page. A click outside closes nothing: it may be the second of a double click, and a form would be lost. The
 * head is no `header` as Mantine's own is: that would be a second banner of the page.
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
