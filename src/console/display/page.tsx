import { Group, Paper, Stack, Text, Title } from '@mantine/core';
import { createContext, type ReactNode, useContext, useEffect, useId } from 'react';

/** How many incidents are open, for the titles of pages; 0 where nobody is signed in. */
export const OpenIncidents = createContext(0);

interface PageHeaderProps {
  /** Also the title of the browser's tab, there with the count of open incidents. */
  title: string;
  about?: ReactNode;
  children?: ReactNode;
}

export function PageHeader({ title, about, children }: PageHeaderProps) {
  const open = useContext(OpenIncidents);
  useEffect(() => {
    document.title = `${open > 0 ? `(${open}) ` : ''}${title} · Satrap`;
  }, [title, open]);
  return (
    <Group justify="space-between" align="start" mb="lg" gap="sm">
      <Stack gap={2} miw={0}>
        <Title order={1} className="foreign">
          {title}
        </Title>
        {about !== undefined && (
          <Text c="dimmed" fz="sm" component="div">
            {about}
          </Text>
        )}
      </Stack>
      {children !== undefined && <Group gap="xs">{children}</Group>}
    </Group>
  );
}

interface PanelProps {
  title: string;
  /** Beside the title: a link to more, or an act. */
  aside?: ReactNode;
  children: ReactNode;
}

export function Panel({ title, aside, children }: PanelProps) {
  const id = useId();
  return (
    <Paper component="section" className="panel" p="md" aria-labelledby={id}>
      <Group justify="space-between" mb="sm" gap="xs">
        <Title order={2} id={id}>
          {title}
        </Title>
        {aside}
      </Group>
      {children}
    </Paper>
  );
}
