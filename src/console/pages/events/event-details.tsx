import { Stack, Text } from '@mantine/core';
import { ForeignText, MessageText } from '../../display/values/foreign-text.tsx';
import { Time } from '../../display/values/time.tsx';
import type { EventRow } from './columns.tsx';

/** All of an event: its row has no room for a long message. */
export function EventDetails({ event: { at, level, kind, message, nodeName, executorName } }: { event: EventRow }) {
  const facts = [
    ['Level', level],
    ['Kind', kind],
    ['Node', nodeName],
    ['Executor', executorName],
  ] as const;
  return (
    <Stack gap="xs">
      <Text>
        <MessageText>{message}</MessageText>
      </Text>
      <Text variant="hint">
        <Time at={at} />
      </Text>
      {facts.map(
        ([name, value]) =>
          value != null && (
            <Text key={name} fz="sm">
              {name}: <ForeignText>{value}</ForeignText>
            </Text>
          ),
      )}
    </Stack>
  );
}
