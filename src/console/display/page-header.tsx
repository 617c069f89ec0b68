import { Group, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useContext, useEffect } from 'react';
import { OpenIncidents } from './open-incidents.ts';

interface PageHeaderProps {
  /** Also the title of the browser's tab, there with the count of open incidents. */
  title: string;
  /** One line below the title. */
  about?: ReactNode;
  /** What a person may do here. */
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
