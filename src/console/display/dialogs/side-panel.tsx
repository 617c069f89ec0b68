import { Drawer, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFocusReturn } from '../focus/use-focus-return.ts';

interface SidePanelProps {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** Details beside a page. Its head is no `header` as Mantine's own is: that would be a second banner of the page. */
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
