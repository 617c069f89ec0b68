import { Group, Stack, Text } from '@mantine/core';
import type { NotificationCenterQuery } from '../../client/operations.generated.ts';
import { MessageText, PageLink, Time } from '../display/text.tsx';
import { AcknowledgeButton } from '../pages/incidents/incident-parts.tsx';
import { Severity } from '../pages/incidents/severity.tsx';

/** The number of open incidents, and the latest ones. */
export type NotificationCenter = NonNullable<NotificationCenterQuery['notificationCenter']>;

interface LatestIncidentsProps {
  latest: NotificationCenter['latest'];
  /** Called when a link is followed. */
  onLeave: () => void;
}

export const LatestIncidents = ({ latest, onLeave }: LatestIncidentsProps) => (
  <Stack gap="sm">
    {latest.length === 0 ? (
      <Text fz="sm">No incidents yet.</Text>
    ) : (
      <Stack component="ul" className="plain" gap="sm" mah="60dvh" style={{ overflow: 'auto' }}>
        {latest.map((incident) => (
          <Latest key={incident.id} incident={incident} onLeave={onLeave} />
        ))}
      </Stack>
    )}
    <PageLink to="/incidents" onClick={onLeave}>
      All incidents
    </PageLink>
  </Stack>
);

function Latest({ incident, onLeave }: { incident: NotificationCenter['latest'][number]; onLeave: () => void }) {
  const { id, severity, status, message, subjectName, openedAt, acknowledgedAt } = incident;
  return (
    <li>
      <Group gap="xs" justify="space-between" wrap="nowrap" align="start">
        <Text fz="xs" c="dimmed" component="div">
          <Severity severity={severity} /> · <Time at={openedAt} />
          {status === 'closed' ? ' · resolved' : acknowledgedAt != null && ' · acknowledged'}
        </Text>
        <AcknowledgeButton size="xs" incident={incident} />
      </Group>
      <PageLink to={`/incidents/${id}`} fw={500} c="inherit" onClick={onLeave}>
        {subjectName}
      </PageLink>
      <Text fz="xs" lineClamp={2}>
        <MessageText>{message}</MessageText>
      </Text>
    </li>
  );
}
