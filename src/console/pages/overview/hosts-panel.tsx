import { Group, Progress, SimpleGrid, Stack, Text } from '@mantine/core';
import { counted } from '../../../text/counted.ts';
import { formatGiB, formatMiB, formatNumber } from '../../display/format.ts';
import { Panel } from '../../display/page.tsx';
import { PageLink } from '../../display/text.tsx';
import { ExecutorState } from '../executors/state.tsx';
import type { BarRoomFragment, OverviewFleetQuery } from './operations.generated.ts';
import { shares, worstHosts } from './worst-hosts.ts';

type Host = NonNullable<OverviewFleetQuery['executors']>[number];

/** The hosts with the least left, each with what is used, allocated and free. */
export const HostsPanel = ({ hosts, total }: { hosts: readonly Host[]; total: number }) => (
  <Panel title="Hosts" aside={<PageLink to="/executors">{`All ${counted(total, 'host')}`}</PageLink>}>
    <Stack component="ul" className="plain" gap="sm">
      {worstHosts(hosts).map((host) => (
        <li key={host.id}>
          <Group justify="space-between" wrap="nowrap" gap="xs">
            <PageLink to={`/executors/${host.id}`} truncate>
              {host.name}
            </PageLink>
            <Text variant="note" span className="nowrap">
              <ExecutorState {...host} /> · {counted(host.room.nodes, 'node')}
            </Text>
          </Group>
          <SimpleGrid cols={3} spacing="md">
            <Bar label="CPU" room={host.room.cpuCores} format={(cores) => formatNumber(cores, 1)} />
            <Bar label="Memory" room={host.room.memoryMiB} format={formatMiB} />
            <Bar label="Disk" room={host.room.diskGiB} format={formatGiB} />
          </SimpleGrid>
        </li>
      ))}
    </Stack>
  </Panel>
);

/** What is used of a resource, and then what else is allocated to nodes. */
function Bar({ label, room, format }: { label: string; room: BarRoomFragment; format: (amount: number) => string }) {
  const { used, allocated } = shares(room);
  const { total, free, promised } = room;
  const words =
    total === null || free === null
      ? `${label}: unknown`
      : `${label}: ${format(total - free)} of ${format(total)} used, ${format(promised)} allocated, ${format(free)} free`;
  return (
    <div role="img" aria-label={words} title={words}>
      <Text variant="note">{`${label} ${free === null ? '–' : `${Math.round(used * 100)} %`}`}</Text>
      <Progress.Root size="sm">
        <Progress.Section value={used * 100} color={used > 0.9 ? 'var(--console-bad)' : 'petrol'} withAria={false} />
        <Progress.Section value={Math.max(0, allocated - used) * 100} color="petrol.3" withAria={false} />
      </Progress.Root>
    </div>
  );
}
