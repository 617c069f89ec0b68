import { Box, Center, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';

export function Entrance({ title, about, children }: { title: string; about?: ReactNode; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Satrap`;
  }, [title]);
  return (
    <Center mih="100dvh" p="md" component="main">
      <Stack w="100%" maw={400} gap="lg">
        <Group gap={10} justify="center">
          <img src="favicon.svg" alt="" width={30} height={30} />
          <Text fw={650} fz="xl" component="span">
            Satrap
          </Text>
        </Group>
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
