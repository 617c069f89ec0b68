import { Group, Paper, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { formatNumber } from '../../display/format.ts';
import { PageLink, Tone } from '../../display/text.tsx';
import { type FleetCounts, type FleetPart, fleetParts, fleetSentence } from './health.ts';

interface FleetPanelProps {
  counts: FleetCounts;
  hosts: { total: number; online: number } | null;
  /** Open incidents that nobody has acknowledged. */
  incidents: number;
}

/** The state of the fleet: a sentence, and its nodes by state. */
export function FleetPanel({ counts, hosts, incidents }: FleetPanelProps) {
  const { text, tone } = fleetSentence(counts, incidents);
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
        {hosts !== null && (
          <PageLink to="/executors" search={hosts.online < hosts.total ? { status: 'offline' } : {}} c="inherit">
            {`${hosts.online} of ${hosts.total} hosts online`}
          </PageLink>
        )}
      </Group>
      {parts.length > 0 && (
        <>
          <div className="stack-bar" aria-hidden>
            {parts.map((part) => (
              <Link
                key={part.label}
                {...nodesLink(part)}
                tabIndex={-1}
                title={`${part.nodes} ${part.label}`}
                style={{ flexGrow: part.nodes, background: `var(--console-${part.tone})` }}
                data-part={part.label}
              />
            ))}
          </div>
          <Group component="ul" className="plain" gap="4px 20px">
            {parts.map((part) => (
              <li key={part.label}>
                <PageLink {...nodesLink(part)} c="inherit">
                  <Tone tone={part.tone}>{part.label}</Tone>{' '}
                  <Text span fw={600} className="tabular">
                    {formatNumber(part.nodes)}
                  </Text>
                </PageLink>
              </li>
            ))}
          </Group>
        </>
      )}
    </Paper>
  );
}

const nodesLink = ({ phase }: FleetPart) => ({ to: '/nodes' as const, search: phase === undefined ? {} : { phase } });
