import { Anchor, Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Panel } from '../../display/page.tsx';
import { ForeignText, LongText, MessageText, Tone } from '../../display/text.tsx';
import { Time } from '../../display/time.tsx';
import { AdviceLinks, Severity } from '../incidents/incident-parts.tsx';
import type { OverviewQuery } from './operations.generated.ts';

type Incidents = NonNullable<OverviewQuery['notificationIncidents']>;

const shownAtOnce = 20;

export function Attention({ incidents: { nodes: incidents, pageInfo } }: { incidents: Incidents }) {
  const order = ['critical', 'warning', 'info'];
  const sorted = incidents.toSorted((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity));
  const left = incidents.length - shownAtOnce;
  return (
    <Panel title="Needs attention">
      {incidents.length === 0 && <Tone tone="good">No open incidents</Tone>}
      <Stack gap="md" component="ul" className="plain">
        {sorted.slice(0, shownAtOnce).map((incident) => (
          <Open key={incident.id} incident={incident} />
        ))}
      </Stack>
      {left > 0 && (
        <Anchor component={Link} to="/incidents" fz="sm" mt="md" display="block">
          {pageInfo.hasNextPage ? `More than ${left} others` : `${left} more`}
        </Anchor>
      )}
    </Panel>
  );
}

function Open({ incident }: { incident: Incidents['nodes'][number] }) {
  const { id, severity, message, advice, nodeId, openedAt, acknowledgedAt } = incident;
  return (
    <li>
      <Group gap="xs" wrap="wrap">
        <Severity severity={severity} />
        <Text variant="note" span>
          <Anchor component={Link} to={`/incidents/${id}`} c="inherit" fz="xs" underline="always">
            <Time at={openedAt} />
          </Anchor>
          {acknowledgedAt != null && ', acknowledged'}
        </Text>
      </Group>
      <Text fw={500} mt={2}>
        {nodeId == null ? (
          <LongText>{message}</LongText>
        ) : (
          <Anchor component={Link} to={`/nodes/${nodeId}`} c="inherit" fw={500} lineClamp={3}>
            <MessageText>{message}</MessageText>
          </Anchor>
        )}
      </Text>
      <Text variant="hint">
        <ForeignText>{advice}</ForeignText>
      </Text>
      <AdviceLinks subject={incident} />
    </li>
  );
}
