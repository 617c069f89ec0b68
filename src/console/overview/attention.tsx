import { Anchor, Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { ForeignText } from '../display/foreign-text.tsx';
import { Panel } from '../display/panel.tsx';
import { Tone } from '../display/phase.tsx';
import { Time } from '../display/time.tsx';
import { Severity } from '../incidents/severity.tsx';
import type { OverviewQuery } from './operations.generated.ts';

type Incident = NonNullable<OverviewQuery['notificationIncidents']>['nodes'][number];

/** The open incidents in words, the worst first, each with what to do. */
export function Attention({ incidents }: { incidents: readonly Incident[] }) {
  if (incidents.length === 0)
    return (
      <Panel title="Needs attention">
        <Tone tone="good">Nothing. No incident is open.</Tone>
      </Panel>
    );
  const order = ['critical', 'warning', 'info'];
  const sorted = incidents.toSorted((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity));
  return (
    <Panel title="Needs attention">
      <Stack gap="md" component="ul" style={{ listStyle: 'none', padding: 0, margin: 0 }}>
        {sorted.map(({ id, severity, message, advice, nodeId, openedAt, acknowledgedAt }) => (
          <li key={id}>
            <Group gap="xs" wrap="wrap">
              <Severity severity={severity} />
              <Text fz="xs" c="dimmed" span>
                <Anchor component={Link} to={`/incidents/${id}`} c="inherit" fz="xs" underline="always">
                  <Time at={openedAt} />
                </Anchor>
                {acknowledgedAt != null && ', acknowledged'}
              </Text>
            </Group>
            <Text fw={500} mt={2}>
              {nodeId == null ? (
                <ForeignText>{message}</ForeignText>
              ) : (
                <Anchor component={Link} to={`/nodes/${nodeId}`} c="inherit" fw={500}>
                  <ForeignText>{message}</ForeignText>
                </Anchor>
              )}
            </Text>
            <Text fz="sm" c="dimmed">
              <ForeignText>{advice}</ForeignText>
            </Text>
          </li>
        ))}
      </Stack>
    </Panel>
  );
}
