import { ActionIcon, CopyButton, Group, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { Scroller } from './focus/scroller.tsx';

/** Text to copy, such as a command. `what` says to what the button belongs. */
export function CodeBlock({ text, what }: { text: string; what: string }) {
  return (
    <Group align="start" gap="xs" wrap="nowrap">
      <Scroller component="pre" className="code" flex={1} miw={0}>
        {text}
      </Scroller>
      <CopyAction text={text} what={what} />
    </Group>
  );
}

function CopyAction({ text, what }: { text: string; what: string }) {
  return (
    <CopyButton value={text} timeout={1500}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? 'Copied' : 'Copy'}>
          <ActionIcon
            variant="subtle"
            color="gray"
            onClick={copy}
            aria-label={copied ? `${what} copied` : `Copy ${what}`}
          >
            {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
          </ActionIcon>
        </Tooltip>
      )}
    </CopyButton>
  );
}
