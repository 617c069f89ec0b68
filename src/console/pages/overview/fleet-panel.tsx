import { Group, Paper, Progress, Title } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { formatNumber } from '../../display/format.ts';
import { PageLink, Tone } from '../../display/text.tsx';
import { type FleetCounts, fleetParts, fleetSentence } from './health.ts';

interface FleetPanelProps {
  counts: FleetCounts;
  hosts: { total: number; online: number };
  /** Open incidents that nobody has acknowledged. */
  incidents: number;
  /** The names of networks with an open split. */
  split: readonly string[];
}

/** The state of the fleet: a sentence, and its nodes by state. */
export function FleetPanel({ counts, hosts, incidents, split }: FleetPanelProps) {
  const { text, tone } = fleetSentence(counts, { incidents, split });
  const parts = fleetParts(counts);
  const Icon = tone === 'good' ? IconCircleCheck : IconAlertTriangle;
  return (
    <Paper component="section" className="panel" p="md" aria-label="Fleet">
      <Group justify="space-between" gap="xs">
        <Group gap="xs" wrap="nowrap" role="status">
          <Icon size={26} color={`var(--console-${tone})`} aria-hidden style={{ flex: 'none' }} />
          <Title order={2} fz="1.35rem">
            {text}
          </Title>
        </Group>
        <PageLink to="/executors" search={hosts.online < hosts.total ? { status: 'offline' } : {}} c="inherit">
          {`${formatNumber(hosts.online)} of ${formatNumber(hosts.total)} hosts online`}
        </PageLink>
      </Group>
      <Progress.Root size="lg" my="sm" aria-hidden>
        {parts.map(({ label, tone: color, nodes }) => (
          <Progress.Section
            key={label}
            value={(nodes / counts.total) * 100}
            color={`var(--console-${color})`}
            miw={6}
            withAria={false}
          />
        ))}
      </Progress.Root>
      <Group component="ul" className="plain" gap="4px 20px">
        {parts.map(({ state, label, tone: color, nodes }) => (
          <li key={label}>
            <PageLink to="/nodes" search={{ health: state }} c="inherit">
              <Tone tone={color}>{`${formatNumber(nodes)} ${label}`}</Tone>
            </PageLink>
          </li>
        ))}
      </Group>
    </Paper>
  );
}
