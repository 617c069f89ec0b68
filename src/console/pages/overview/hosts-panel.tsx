import { Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { formatCount } from '../../display/format.ts';
import { Panel } from '../../display/page.tsx';
import { PageLink } from '../../display/text.tsx';
import { worstFirst } from '../executors/capacity.ts';
import { CapacityBar, hostResources } from '../executors/capacity-bar.tsx';
import type { ExecutorListQuery } from '../executors/operations.generated.ts';
import { ExecutorState } from '../executors/state.tsx';

const shownHosts = 6;

type Host = NonNullable<ExecutorListQuery['executorsConnection']>['nodes'][number];

/** The hosts with the least left, each with what is used, allocated and free. */
export const HostsPanel = ({ hosts }: { hosts: readonly Host[] }) => (
  <Panel title="Hosts" aside={<PageLink to="/executors">All hosts</PageLink>}>
    <Stack component="ul" className="plain" gap="sm">
      {worstFirst(hosts, () => 0)
        .slice(0, shownHosts)
        .map((host) => (
          <li key={host.id}>
            <Group justify="space-between" wrap="nowrap" gap="xs">
              <PageLink to={`/executors/${host.id}`} truncate>
                {host.name}
              </PageLink>
              <Text variant="note" span className="nowrap">
                <ExecutorState {...host} /> · {formatCount(host.room.nodes, 'node')}
              </Text>
            </Group>
            <SimpleGrid cols={3} spacing="md">
              {hostResources.map(({ resource, label, format }) => (
                <div key={resource}>
                  <Text variant="note">{label}</Text>
                  <CapacityBar label={label} capacity={host.room[resource]} format={format} />
                </div>
              ))}
            </SimpleGrid>
          </li>
        ))}
    </Stack>
  </Panel>
);
