import {
  ActionIcon,
  type ActionIconProps,
  Alert,
  Box,
  type BoxProps,
  CopyButton,
  Stack,
  Text,
  Tooltip,
} from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import { FormResult } from './form.tsx';
import { ForeignText } from './text.tsx';

interface ScrollerProps extends BoxProps, Omit<ComponentPropsWithRef<'section'>, keyof BoxProps> {
  component?: 'section' | 'pre';
}

/** A scroll container that can be focused and scrolled by keyboard. */
export const Scroller = ({ component = 'section', ...props }: ScrollerProps) => (
  <Box component={component as 'section'} tabIndex={0} {...props} />
);

/** Text to copy, such as a command. `what` names it in the button's label. */
export const CodeBlock = ({ text, what }: { text: string; what: string }) => (
  <Box pos="relative">
    <Scroller component="pre" className="code" pe={44}>
      {text}
    </Scroller>
    <CopyIcon text={text} what={what} pos="absolute" top={6} right={6} bg="var(--console-background)" />
  </Box>
);

export const CopyIcon = ({ text, what, ...button }: ActionIconProps & { text: string; what: string }) => (
  <CopyButton value={text} timeout={1500}>
    {({ copied, copy }) => (
      <Tooltip label={copied ? 'Copied' : 'Copy'}>
        <ActionIcon onClick={copy} aria-label={copied ? `${what} copied` : `Copy ${what}`} {...button}>
          {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
        </ActionIcon>
      </Tooltip>
    )}
  </CopyButton>
);

interface ShownOnceProps {
  title: string;
  what: string;
  text: string;
  more?: ReactNode;
  children?: ReactNode;
}

/** A secret that the control plane shows only once, as the result of a form in a dialog. */
export const ShownOnce = ({ title, what, text, more, children }: ShownOnceProps) => (
  <FormResult>
    <Alert color="teal" title={<ForeignText>{title}</ForeignText>} role="status">
      <Stack gap="xs">
        <CodeBlock text={text} what={what} />
        <Text fz="sm" component="div">
          {children} Copy it now; you won’t see it again.
        </Text>
      </Stack>
    </Alert>
    {more}
  </FormResult>
);

export function saveFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
