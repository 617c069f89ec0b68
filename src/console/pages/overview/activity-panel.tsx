import { Group, Stack, Text } from '@mantine/core';
import { Panel } from '../../display/page.tsx';
import { ForeignLine, MessageText, PageLink, Time } from '../../display/text.tsx';
import type { EventRow } from '../events/events-page.tsx';
import { isNotable } from './notable.ts';

const shownCount = 6;

const colors = { info: undefined, warning: 'var(--console-warning)', error: 'var(--console-bad)' } as const;

export function ActivityPanel({ events }: { events: readonly EventRow[] }) {
  const shown = events.filter(isNotable).slice(0, shownCount);
  return (
    <Panel title="Recent activity" aside={<PageLink to="/events">All events</PageLink>}>
      <Stack component="ul" className="plain" gap="xs">
        {shown.map(({ id, at, level, message, nodeId, nodeName, executorName }) => (
          <Group key={id} component="li" gap="sm" wrap="nowrap" justify="space-between" align="start">
            <Text fz="sm" lineClamp={2} miw={0}>
              {nodeName != null && nodeId != null ? (
                <PageLink to={`/nodes/${nodeId}`} c="inherit" fw={500}>
                  {nodeName}
                </PageLink>
              ) : (
                !message.includes(executorName ?? 'control plane') && (
                  <ForeignLine span inherit fw={500}>
                    {executorName ?? 'control plane'}
                  </ForeignLine>
                )
              )}{' '}
              <Text span inherit c={colors[level]}>
                <MessageText>{message}</MessageText>
              </Text>
            </Text>
            <Text variant="note" className="nowrap">
              <Time at={at} />
            </Text>
          </Group>
        ))}
      </Stack>
      {shown.length === 0 && (
        <Text variant="hint">No activity yet. Restarts, failures and changes of nodes and hosts appear here.</Text>
      )}
    </Panel>
  );
}
