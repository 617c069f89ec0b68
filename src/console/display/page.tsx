import { Group, type GroupProps, Paper, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { createContext, type ReactNode, useContext, useId } from 'react';

/** The number of open incidents for page titles; 0 while signed out. */
export const OpenIncidents = createContext(0);

interface PageHeaderProps {
  /** Also the document title, there with the number of open incidents. */
  title: string;
  about?: ReactNode;
  /** The state of the page's object. */
  status?: ReactNode;
  children?: ReactNode;
}

export function PageHeader({ title, about, status, children }: PageHeaderProps) {
  const open = useContext(OpenIncidents);
  useDocumentTitle(`${open > 0 ? `(${open}) ` : ''}${title} · Satrap`);
  return (
    <Group justify="space-between" align="start" className="page-head" gap="sm">
      <Stack gap={2} miw={0}>
        <Title order={1} className="foreign">
          {title}
        </Title>
        {about !== undefined && (
          <Text c="dimmed" fz="sm" component="div">
            {about}
          </Text>
        )}
        {status != null && status !== false && (
          <Group gap="2px 16px" mt={6} role="status">
            {status}
          </Group>
        )}
      </Stack>
      {children !== undefined && <Group gap="xs">{children}</Group>}
    </Group>
  );
}

/** A page with only a text, such as one for people without the right. */
export const TextPage = ({ title, children }: { title: string; children: ReactNode }) => (
  <>
    <PageHeader title={title} />
    <Text>{children}</Text>
  </>
);

export function Panel({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
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

/** In the page itself: a picture whose request fails stays missing for the rest of the visit. As in favicon.svg. */
const Mark = () => (
  <svg viewBox="0 0 32 32" width={24} height={24} stroke="var(--mantine-color-white)" strokeLinecap="round" aria-hidden>
    <rect width="32" height="32" rx="8" stroke="none" fill="var(--mantine-primary-color-filled)" />
    <path d="M8 11h16M8 16h16M8 21h16" strokeWidth="2.6" />
    <path d="M12 11h0M20 16h0M12 21h0" strokeWidth="5.2" />
  </svg>
);

export const Logo = (props: GroupProps) => (
  <Group gap={8} wrap="nowrap" {...props}>
    <Mark />
    <Text fw={650} fz="lg" component="span">
      Satrap
    </Text>
  </Group>
);
