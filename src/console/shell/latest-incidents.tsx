import { Anchor, Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { AcknowledgeIncidentDocument, type NotificationCenterQuery } from '../../client/operations.generated.ts';
import { useApiMutation } from '../api/use-api.tsx';
import { MutationButton } from '../display/action-button.tsx';
import { ForeignText, MessageText } from '../display/text.tsx';
import { Time } from '../display/time.tsx';
import { Severity } from '../pages/incidents/incident-parts.tsx';
import { useRights } from '../session/viewer.ts';

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
      <ul className="latest-incidents">
        {latest.map((incident) => (
          <Latest key={incident.id} incident={incident} onLeave={onLeave} />
        ))}
      </ul>
    )}
    <Anchor component={Link} to="/incidents" fz="sm" onClick={onLeave}>
      All incidents
    </Anchor>
  </Stack>
);

function Latest({ incident, onLeave }: { incident: NotificationCenter['latest'][number]; onLeave: () => void }) {
  const { id, severity, status, message, subjectName, openedAt, acknowledgedAt } = incident;
  const { mayChange } = useRights();
  const acknowledge = useApiMutation(AcknowledgeIncidentDocument, { done: 'Incident acknowledged.' });
  const isWaiting = status === 'open' && acknowledgedAt == null;
  return (
    <li>
      <Group gap="xs" justify="space-between" wrap="nowrap" align="start">
        <Text fz="xs" c="dimmed" component="div">
          <Severity severity={severity} /> · <Time at={openedAt} />
          {status === 'closed' ? ' · resolved' : acknowledgedAt != null && ' · acknowledged'}
        </Text>
        {isWaiting && mayChange && (
          <MutationButton
            size="compact-xs"
            variant="default"
            aria-label={`Acknowledge ${subjectName}`}
            mutation={acknowledge}
            variables={{ id, note: null }}
          >
            Acknowledge
          </MutationButton>
        )}
      </Group>
      <Anchor component={Link} to={`/incidents/${id}`} fz="sm" fw={500} c="inherit" onClick={onLeave}>
        <ForeignText>{subjectName}</ForeignText>
      </Anchor>
      <Text fz="xs" lineClamp={2}>
        <MessageText>{message}</MessageText>
      </Text>
    </li>
  );
}
