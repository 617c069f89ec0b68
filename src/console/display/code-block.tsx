import { ActionIcon, Alert, Box, type BoxProps, CopyButton, Group, Stack, Text, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import { ForeignText } from './text.tsx';

interface ScrollerProps extends BoxProps, Omit<ComponentPropsWithRef<'section'>, keyof BoxProps> {
  component?: 'section' | 'pre';
}

/** A scroll container that can be focused and scrolled by keyboard. */
export function Scroller({ component = 'section', ...props }: ScrollerProps) {
  return <Box component={component as 'section'} tabIndex={0} {...props} />;
}

/** Text to copy, such as a command. `what` names it in the button's label. */
export function CodeBlock({ text, what }: { text: string; what: string }) {
  return (
    <Group align="start" gap="xs" wrap="nowrap">
      <Scroller component="pre" className="code" flex={1} miw={0}>
        {text}
      </Scroller>
      <CopyButton value={text} timeout={1500}>
        {({ copied, copy }) => (
          <Tooltip label={copied ? 'Copied' : 'Copy'}>
            <ActionIcon onClick={copy} aria-label={copied ? `${what} copied` : `Copy ${what}`}>
              {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
            </ActionIcon>
          </Tooltip>
        )}
      </CopyButton>
    </Group>
  );
}

interface ShownOnceProps {
  title: string;
  what: string;
  text: string;
  children?: ReactNode;
}

/** A secret that the control plane shows only once. */
export function ShownOnce({ title, what, text, children }: ShownOnceProps) {
  return (
    <Alert color="teal" title={<ForeignText>{title}</ForeignText>} role="status">
      <Stack gap="xs">
        <CodeBlock text={text} what={what} />
        <Text fz="sm" component="div">
          {children} Copy it now; you won’t see it again.
        </Text>
      </Stack>
    </Alert>
  );
}

export function saveFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
