import { Box, Center, Paper, Stack, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { Logo } from '../display/page.tsx';

export function Entrance({ title, about, children }: { title: string; about?: ReactNode; children: ReactNode }) {
  useDocumentTitle(`${title} · Satrap`);
  return (
    <Center mih="100dvh" p="md" component="main">
      <Stack w="100%" maw={400} gap="lg">
        <Logo justify="center" />
        <Paper className="panel" p={{ base: 'md', xs: 'xl' }}>
          <Title order={1} fz="lg" mb={about === undefined ? 'md' : 4}>
            {title}
          </Title>
          {about !== undefined && (
            <Box c="dimmed" fz="sm" mb="md" className="foreign">
              {about}
            </Box>
          )}
          {children}
        </Paper>
      </Stack>
    </Center>
  );
}
