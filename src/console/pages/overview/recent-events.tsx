import { Anchor, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Panel } from '../../display/panel.tsx';
import { ForeignText, MessageText } from '../../display/values/foreign-text.tsx';
import { Time } from '../../display/values/time.tsx';
import type { OverviewQuery } from './operations.generated.ts';

type Event = NonNullable<OverviewQuery['events']>['nodes'][number];

const colors = { info: undefined, warning: 'var(--console-warning)', error: 'var(--console-bad)' } as const;

/** What happened last. */
export function RecentEvents({ events }: { events: readonly Event[] }) {
  return (
    <Panel title="Recent events">
      <Stack gap="xs">
        {events.map(({ id, at, level, message, nodeId, nodeName, executorName }) => (
          <div key={id}>
            <Text fz="sm" lineClamp={2} c={colors[level]}>
              <MessageText>{message}</MessageText>
            </Text>
            <Text variant="note">
              {nodeName != null && nodeId != null ? (
                <Anchor component={Link} to={`/nodes/${nodeId}`} c="inherit" fz="xs">
                  <ForeignText>{nodeName}</ForeignText>
                </Anchor>
              ) : (
                <ForeignText>{executorName ?? 'control plane'}</ForeignText>
              )}
              , <Time at={at} />
            </Text>
          </div>
        ))}
        {events.length === 0 && <Text c="dimmed">Nothing has happened yet.</Text>}
      </Stack>
    </Panel>
  );
}
