import { Alert, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { CodeBlock } from './code-block.tsx';
import { ForeignText } from './values/foreign-text.tsx';

interface ShownOnceProps {
  title: string;
  /** What the copy button belongs to. */
  what: string;
  text: string;
  children?: ReactNode;
}

/** A secret that the control plane shows now, and never again. */
export function ShownOnce({ title, what, text, children }: ShownOnceProps) {
  return (
    <Alert color="teal" variant="light" title={<ForeignText>{title}</ForeignText>} role="status">
      <Stack gap="xs">
        <CodeBlock text={text} what={what} />
        <Text fz="sm" component="div">
          {children} It is not shown again.
        </Text>
      </Stack>
    </Alert>
  );
}
