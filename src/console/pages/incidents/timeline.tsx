import { Paper, Text, Timeline, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useApiQuery } from '../../api/use-api.tsx';
import { formatMiB, formatNumber } from '../../display/values/amounts.ts';
import { formatDuration } from '../../display/values/duration.ts';
import { ForeignText, MessageText } from '../../display/values/foreign-text.tsx';
import { Time } from '../../display/values/time.tsx';
import { difference } from '../audit/difference.ts';
import { beforeIncident } from './before.ts';
import {
  type ActionBeforeFragment,
  BeforeIncidentDocument,
  type IncidentFieldsFragment,
  ResourcesBeforeIncidentDocument,
} from './operations.generated.ts';

/** What is of no instant stands first. */
const longAgo = '1970-01-01T00:00:00Z';

interface Entry {
  key: string;
  title: string;
  /** Null for what was not at one instant. */
  at: string | null;
  text: ReactNode;
}

/** What came before an incident, and what became of it. */
export function IncidentTimeline({ incident }: { incident: IncidentFieldsFragment }) {
  const { action: ofAction, change: ofChange, events, resources } = beforeIncident(incident);
  const variables = { action: ofAction, change: ofChange, events: events ?? {}, hasEvents: events !== null };
  const { data: before } = useApiQuery(BeforeIncidentDocument, variables, { shows: [] });
  const { data: measured } = useApiQuery(
    ResourcesBeforeIncidentDocument,
    { id: incident.executorId ?? '', ...resources },
    { shows: [], enabled: incident.executorId != null },
  );
  const action = before?.action?.nodes[0];
  const change = before?.change?.nodes[0];
  const event = before?.events?.nodes[0];
  const host = measured?.executorMetrics?.buckets.at(-1);
  const entries: Entry[] = [];
  if (change !== undefined)
    entries.push({
      key: 'change',
      title: change.id === action?.id ? 'Its last change, the last thing that somebody did to it' : 'Its last change',
      at: change.at,
      text: <Action action={change} />,
    });
  else if (before !== undefined)
    entries.push({ key: 'change', title: 'No change of it is known from before', at: null, text: null });
  if (action !== undefined && action.id !== change?.id)
    entries.push({
      key: 'action',
      title: 'The last thing that somebody did to it',
      at: action.at,
      text: <Action action={action} />,
    });
  if (event !== undefined)
    entries.push({
      key: 'event',
      title: 'The last thing that happened to it',
      at: event.at,
      text: <MessageText>{event.message}</MessageText>,
    });
  if (host !== undefined)
    entries.push({ key: 'host', title: 'The host’s resources then', at: host.at, text: <Resources host={host} /> });
  entries.sort((a, b) => Date.parse(a.at ?? longAgo) - Date.parse(b.at ?? longAgo));
  entries.push({ key: 'started', title: 'First seen', at: incident.startedAt, text: null });
  entries.push({
    key: 'opened',
    title: 'Opened',
    at: incident.openedAt,
    text: 'It had lasted as long as its rule asks.',
  });
  if (incident.acknowledgedAt != null)
    entries.push({
      key: 'acknowledged',
      title: 'Acknowledged',
      at: incident.acknowledgedAt,
      text: incident.note == null ? null : <ForeignText>{incident.note}</ForeignText>,
    });
  if (incident.closedAt != null)
    entries.push({
      key: 'closed',
      title: 'Closed',
      at: incident.closedAt,
      text: `It lasted ${formatDuration(incident.durationSeconds)}.`,
    });
  return (
    <Paper className="panel" p="md">
      <Title order={2} mb="md">
        Timeline
      </Title>
      <Timeline bulletSize={14} lineWidth={2}>
        {entries.map(({ key, title, at, text }) => (
          <Timeline.Item key={key} title={title}>
            {at !== null && (
              <Text variant="note">
                <Time at={at} />
              </Text>
            )}
            {text !== null && (
              <Text fz="sm" component="div">
                {text}
              </Text>
            )}
          </Timeline.Item>
        ))}
      </Timeline>
    </Paper>
  );
}

/** More fields are left to the audit log. */
const maxFields = 4;

/** Who did what, and what that changed. */
function Action({ action: { actor, action, outcome, before, after } }: { action: ActionBeforeFragment }) {
  const changes = difference(before, after);
  const more = changes.length - maxFields;
  return (
    <>
      <ForeignText>{actor.name}</ForeignText>: {action}
      {outcome === 'refused' ? ' (refused)' : ''}
      {changes.slice(0, maxFields).map(({ field, before: was, after: is }) => (
        <Text key={field} variant="note" lineClamp={3}>
          <ForeignText>{`${field}: ${was === null ? '' : `${was} → `}${is ?? 'nothing'}`}</ForeignText>
        </Text>
      ))}
      {more > 0 && <Text variant="note">and {more} more</Text>}
    </>
  );
}

interface Resource {
  free?: { last: number } | null;
  total?: { last: number } | null;
}

function Resources({ host }: { host: { cpuCores: Resource; memoryMiB: Resource; diskMiB: Resource } }) {
  const parts = [
    ['cores', host.cpuCores, (value: number) => formatNumber(value, 1)],
    ['memory', host.memoryMiB, formatMiB],
    ['disk', host.diskMiB, formatMiB],
  ] as const;
  return parts
    .flatMap(([name, { free, total }, show]) =>
      free == null ? [] : [`${name}: ${show(free.last)} free${total == null ? '' : ` of ${show(total.last)}`}`],
    )
    .join('; ');
}
