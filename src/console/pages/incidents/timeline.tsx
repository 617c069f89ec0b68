import { Text, Timeline } from '@mantine/core';
import type { ReactNode } from 'react';
import {
  AuditActionsDocument,
  EventsDocument,
  ExecutorMetricsDocument,
  type ExecutorMetricsQuery,
} from '../../../client/operations.generated.ts';
import { formatDuration } from '../../../text/format-duration.ts';
import { useApiQuery } from '../../api/use-api.tsx';
import { Panel } from '../../display/page.tsx';
import { ForeignText, MessageText, Time } from '../../display/text.tsx';
import { actionText } from '../audit/action-words.ts';
import { hostResources } from '../executors/capacity-bar.tsx';
import { beforeIncident, type Incident } from './before.ts';

/** Sorts entries without a time first. */
const longAgo = '1970-01-01T00:00:00Z';

interface Entry {
  title: string;
  at?: string;
  text?: ReactNode;
}

const entry = (title: string, at: string | null | undefined, text?: ReactNode): Entry[] =>
  at == null ? [] : [{ title, at, text }];

export function IncidentTimeline({ incident }: { incident: Incident }) {
  const { change: ofChange, events: ofEvent, resources } = beforeIncident(incident);
  const { data: changes } = useApiQuery(AuditActionsDocument, { filter: ofChange }, { shows: [] });
  const { data: events } = useApiQuery(EventsDocument, { filter: ofEvent }, { shows: [], enabled: ofEvent !== null });
  const { data: measured } = useApiQuery(
    ExecutorMetricsDocument,
    { where: { id: incident.executorId ?? '' }, ...resources },
    { shows: [], enabled: incident.executorId != null },
  );
  const change = changes?.auditActions?.nodes[0];
  const event = events?.events?.nodes[0];
  const host = measured?.executorMetrics?.buckets.at(-1);
  const earlier: Entry[] = [
    ...(changes !== undefined && change === undefined ? [{ title: 'No earlier changes' }] : []),
    ...entry('Last change', change?.at, change && <ForeignText>{actionText(change)}</ForeignText>),
    ...entry('Last event', event?.at, event && <MessageText>{event.message}</MessageText>),
    ...entry('Host resources', host?.at, host && <Resources host={host} />),
  ].sort((a, b) => Date.parse(a.at ?? longAgo) - Date.parse(b.at ?? longAgo));
  const { startedAt, openedAt, acknowledgedAt, note, closedAt, durationSeconds } = incident;
  const lastedMs = Date.parse(openedAt) - Date.parse(startedAt);
  const later = [
    ...entry('First seen', startedAt),
    ...entry('Opened', openedAt, lastedMs > 0 && `${formatDuration(lastedMs / 1000)} after it was first seen.`),
    ...entry('Acknowledged', acknowledgedAt, note && <ForeignText>{note}</ForeignText>),
    ...entry('Resolved', closedAt, `Lasted ${formatDuration(durationSeconds)}.`),
  ];
  return (
    <Panel title="Timeline">
      <Timeline bulletSize={14} lineWidth={2}>
        {[...earlier, ...later].map(({ title, at, text }) => (
          <Timeline.Item key={title} title={title}>
            {at !== undefined && (
              <Text variant="note">
                <Time at={at} />
              </Text>
            )}
            {text != null && (
              <Text fz="sm" component="div">
                {text}
              </Text>
            )}
          </Timeline.Item>
        ))}
      </Timeline>
    </Panel>
  );
}

type HostBucket = NonNullable<ExecutorMetricsQuery['executorMetrics']>['buckets'][number];

const Resources = ({ host }: { host: HostBucket }) =>
  hostResources
    .flatMap(({ resource, label, format }) => {
      const { free, total } = host[resource];
      return free == null
        ? []
        : `${label}: ${format(free.last)} free${total == null ? '' : ` of ${format(total.last)}`}`;
    })
    .join('; ');
