import { Group, Stack, Text } from '@mantine/core';
import { counted } from '../../../text/counted.ts';
import { formatGiB, formatMiB, formatNumber } from '../../display/format.ts';
import { Panel } from '../../display/page.tsx';
import { PageLink, Time } from '../../display/text.tsx';
import { ExecutorState } from '../executors/state.tsx';
import type { BarRoomFragment, OverviewFleetQuery } from './operations.generated.ts';
import { maxHosts, shares, worstHosts } from './worst-hosts.ts';

type Host = NonNullable<OverviewFleetQuery['executors']>[number];

/** The hosts with the least left, each with what is used, allocated and free. */
export function HostsPanel({ hosts, total }: { hosts: readonly Host[]; total: number }) {
  return (
    <Panel
      title="Hosts"
      aside={<PageLink to="/executors">{total > maxHosts ? `All ${total} hosts` : 'All hosts'}</PageLink>}
    >
      <Stack component="ul" className="plain" gap="sm">
        {worstHosts(hosts).map((host) => (
          <li key={host.id}>
            <Group justify="space-between" wrap="nowrap" gap="xs">
              <PageLink to={`/executors/${host.id}`} c="inherit" fw={500} truncate>
                {host.name}
              </PageLink>
              <Text variant="note" span className="nowrap">
                <ExecutorState {...host} /> · <StateDetail host={host} />
              </Text>
            </Group>
            <div className="bars">
              <Bar label="CPU" room={host.room.cpuCores} format={(cores) => formatNumber(cores, 1)} />
              <Bar label="Memory" room={host.room.memoryMiB} format={formatMiB} />
              <Bar label="Disk" room={host.room.diskGiB} format={formatGiB} />
            </div>
          </li>
        ))}
      </Stack>
    </Panel>
  );
}

const StateDetail = ({ host: { status, lastSeenAt, uninstalledAt, room } }: { host: Host }) =>
  status === 'offline' && uninstalledAt === null ? <Time at={lastSeenAt} isPast /> : counted(room.nodes, 'node');

const percent = (share: number) => `${(share * 100).toFixed(1)}%`;

/** What is used of a resource, and behind it what is allocated to nodes. */
function Bar({ label, room, format }: { label: string; room: BarRoomFragment; format: (amount: number) => string }) {
  const { used, allocated } = shares(room);
  const { total, free, promised } = room;
  const words =
    total === null || free === null
      ? `${label}: unknown`
      : `${label}: ${format(total - free)} of ${format(total)} used, ${format(promised)} allocated, ${format(free)} free`;
  return (
    <div role="img" aria-label={words} title={words}>
      <Text variant="note" span aria-hidden>
        {label} {free === null ? '–' : percent(used).replace(/\.\d/, ' ')}
      </Text>
      <div className="bar" data-full={used > 0.9 || undefined}>
        <div style={{ width: percent(allocated) }} />
        <div style={{ width: percent(used) }} />
      </div>
    </div>
  );
}
