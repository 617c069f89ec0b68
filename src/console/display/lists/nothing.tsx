import { EmptyState } from '@mantine/core';
import type { TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';

interface NothingProps {
  icon: TablerIcon;
  title: string;
  /** What leads on from there. */
  children: ReactNode;
}

/** What stands in place of a list without entries. */
export const Nothing = ({ icon: Icon, title, children }: NothingProps) => (
  <EmptyState py="xl" px="md" icon={<Icon size={32} aria-hidden />} title={title} description={children} />
);
