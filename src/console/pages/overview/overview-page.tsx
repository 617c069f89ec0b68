import { Anchor, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { networks } from '../../../bitcoin/network.ts';
import { counted } from '../../../text/counted.ts';
import { useApiQuery } from '../../api/use-api.tsx';
import { QueryView } from '../../display/answers.tsx';
import { formatGiB, formatMiB, formatNumber } from '../../display/format.ts';
import { PageHeader, Panel } from '../../display/page.tsx';
import { ForeignText, MessageText, Phase } from '../../display/text.tsx';
import { Time } from '../../display/time.tsx';
import { ExecutorState } from '../executors/state.tsx';
import { Attention } from './attention.tsx';
import { FirstSteps } from './first-steps.tsx';
import { LatestBlocksDocument, OverviewDocument, type OverviewQuery } from './operations.generated.ts';

export function OverviewPage() {
  const query = useApiQuery(OverviewDocument, {}, { shows: ['node', 'executor', 'incident', 'event'] });
  return (
    <>
      <PageHeader title="Overview" />
      <QueryView query={query} height={480}>
        {({ nodeCounts, notificationIncidents, executors, executorsCount, events }) => (
          <Stack gap="lg">
            {(executorsCount === 0 || nodeCounts?.total === 0) && <FirstSteps hasExecutor={executorsCount !== 0} />}
            {notificationIncidents != null && <Attention incidents={notificationIncidents} />}
            {executorsCount !== 0 && (
              <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
                <Phases counts={nodeCounts} />
                <LatestBlocks />
                <Executors executors={executors} total={executorsCount ?? executors.length} />
                <RecentEvents events={events?.nodes ?? []} />
              </SimpleGrid>
            )}
          </Stack>
        )}
      </QueryView>
    </>
  );
}

function Phases({ counts }: { counts: OverviewQuery['nodeCounts'] }) {
  const all = (
    <Anchor component={Link} to="/nodes" fz="sm">
      All nodes
    </Anchor>
  );
  return (
    <Panel title="Nodes" aside={all}>
      <Stack gap={6}>
        {counts?.byPhase.map(({ phase, nodes }) => (
          <Group key={phase} justify="space-between">
            <Anchor component={Link} to={`/nodes?phase=${phase}`} c="inherit">
              <Phase phase={phase} />
            </Anchor>
            <Text className="tabular" fw={600}>
              {nodes}
            </Text>
          </Group>
        ))}
        {counts?.total === 0 && <Text c="dimmed">No nodes yet.</Text>}
      </Stack>
    </Panel>
  );
}

/** The highest block of each network on any node. Polled, since samples cause no change event: a new block must appear immediately. */
function LatestBlocks() {
  const query = useApiQuery(LatestBlocksDocument, {}, { shows: ['node'], everySeconds: 0.7 });
  const found = networks.flatMap((network) =>
    (query.data?.[network] ?? []).flatMap(({ id, name, metrics }) =>
      metrics ? { network, id, name, ...metrics } : [],
    ),
  );
  return (
    <Panel title="Latest blocks">
      <QueryView query={query}>
        {() => (
          <Stack gap="xs">
            {found.map(({ network, id, name, at, height }) => (
              <Group key={network} justify="space-between" wrap="nowrap">
                <div style={{ minWidth: 0 }}>
                  <Text>{network}</Text>
                  <Text variant="note" truncate>
                    <Anchor component={Link} to={`/nodes/${id}`} c="inherit" fz="xs">
                      <ForeignText>{name}</ForeignText>
                    </Anchor>
                    , measured <Time at={at} everySeconds={1} isPast />
                  </Text>
                </div>
                <Text fz="xl" fw={600} className="tabular">
                  {formatNumber(height)}
                </Text>
              </Group>
            ))}
            {found.length === 0 && <Text c="dimmed">No block data yet.</Text>}
          </Stack>
        )}
      </QueryView>
    </Panel>
  );
}

type Executor = NonNullable<OverviewQuery['executors']>[number];

function Executors({ executors, total }: { executors: readonly Executor[]; total: number }) {
  return (
    <Panel title="Hosts">
      <Stack gap="xs">
        {executors.map((executor) => (
          <Group key={executor.id} justify="space-between" wrap="nowrap">
            <div style={{ minWidth: 0, flex: '1 0 40%' }}>
              <Text truncate>
                <Anchor component={Link} to={`/executors/${executor.id}`} c="inherit">
                  <ForeignText>{executor.name}</ForeignText>
                </Anchor>
              </Text>
              <Text variant="note">
                <ExecutorState {...executor} />
                <StateDetail executor={executor} />
              </Text>
            </div>
            <Text fz="sm" ta="end" className="tabular">
              <Available executor={executor} />
            </Text>
          </Group>
        ))}
        {total > executors.length && (
          <Anchor component={Link} to="/executors" fz="sm">
            and {total - executors.length} more
          </Anchor>
        )}
      </Stack>
    </Panel>
  );
}

function StateDetail({ executor: { status, lastSeenAt, uninstalledAt, room } }: { executor: Executor }) {
  if (uninstalledAt !== null) return null;
  if (status !== 'offline') return `, ${counted(room.nodes, 'node')}`;
  return (
    <>
      , last seen <Time at={lastSeenAt} isPast />
    </>
  );
}

const Available = ({ executor: { room } }: { executor: Executor }) =>
  room.memoryMiB.available === null || room.diskGiB.available === null ? (
    'capacity unknown'
  ) : (
    <>
      <span className="unbroken">{formatMiB(room.memoryMiB.available)} memory,</span>{' '}
      <span className="unbroken">{formatGiB(room.diskGiB.available)} disk available</span>
    </>
  );

type Event = NonNullable<OverviewQuery['events']>['nodes'][number];

const colors = { info: undefined, warning: 'var(--console-warning)', error: 'var(--console-bad)' } as const;

function RecentEvents({ events }: { events: readonly Event[] }) {
  return (
    <Panel title="Recent events">
      <Stack gap="xs">
        {events.map(({ id, at, level, message, nodeId, nodeName, executorName }) => (
          <div key={id}>
            <Text fz="sm" lineClamp={2} c={colors[level]}>
              <MessageText>{message}</MessageText>
            </Text>
            <Text variant="note">
              {nodeName != null && nodeId != null ? (
                <Anchor component={Link} to={`/nodes/${nodeId}`} c="inherit" fz="xs">
                  <ForeignText>{nodeName}</ForeignText>
                </Anchor>
              ) : (
                <ForeignText>{executorName ?? 'control plane'}</ForeignText>
              )}
              , <Time at={at} />
            </Text>
          </div>
        ))}
        {events.length === 0 && <Text c="dimmed">No events yet.</Text>}
      </Stack>
    </Panel>
  );
}
