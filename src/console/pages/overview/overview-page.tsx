import { Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { networks } from '../../../bitcoin/network.ts';
import { counted } from '../../../text/counted.ts';
import { useApiQuery } from '../../api/use-api.tsx';
import { QueryView } from '../../display/answers.tsx';
import { formatGiB, formatMiB, formatNumber } from '../../display/format.ts';
import { PageHeader, Panel } from '../../display/page.tsx';
import { ForeignText, LongText, MessageText, PageLink, Phase, TextLink, Time, Tone } from '../../display/text.tsx';
import { ExecutorState } from '../executors/state.tsx';
import { Advice, Severity } from '../incidents/incident-parts.tsx';
import { FirstSteps } from './first-steps.tsx';
import { LatestBlocksDocument, OverviewDocument, type OverviewQuery } from './operations.generated.ts';

export function OverviewPage() {
  const query = useApiQuery(OverviewDocument, {}, { shows: ['node', 'executor', 'incident', 'event'] });
  return (
    <>
      <PageHeader title="Overview" />
      <QueryView query={query} height={480}>
        {({ nodeCounts, notificationIncidents, executors, executorCounts, events }) => (
          <Stack gap="lg">
            {(executorCounts?.total === 0 || nodeCounts?.total === 0) && (
              <FirstSteps hasExecutor={executorCounts?.total !== 0} />
            )}
            {notificationIncidents != null && <Attention incidents={notificationIncidents} />}
            {executorCounts?.total !== 0 && (
              <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
                <Phases counts={nodeCounts} />
                <LatestBlocks />
                <Executors executors={executors} total={executorCounts?.total ?? executors.length} />
                <RecentEvents events={events?.nodes ?? []} />
              </SimpleGrid>
            )}
          </Stack>
        )}
      </QueryView>
    </>
  );
}

type Incidents = NonNullable<OverviewQuery['notificationIncidents']>;

const shownAtOnce = 20;

function Attention({ incidents: { nodes: incidents, pageInfo } }: { incidents: Incidents }) {
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
        <PageLink to="/incidents" mt="md" display="block">
          {pageInfo.hasNextPage ? `More than ${left} others` : `${left} more`}
        </PageLink>
      )}
    </Panel>
  );
}

function Open({ incident }: { incident: Incidents['nodes'][number] }) {
  const { id, severity, message, nodeId, openedAt, acknowledgedAt } = incident;
  return (
    <li>
      <Group gap="xs" wrap="wrap">
        <Severity severity={severity} />
        <Text variant="note" span>
          <TextLink to={`/incidents/${id}`} c="inherit">
            <Time at={openedAt} />
          </TextLink>
          {acknowledgedAt != null && ', acknowledged'}
        </Text>
      </Group>
      <Text fw={500} mt={2}>
        {nodeId == null ? (
          <LongText>{message}</LongText>
        ) : (
          <PageLink to={`/nodes/${nodeId}`} c="inherit" fz="md" fw={500} lineClamp={3}>
            <MessageText>{message}</MessageText>
          </PageLink>
        )}
      </Text>
      <Text variant="hint" component="div">
        <Advice {...incident} />
      </Text>
    </li>
  );
}

function Phases({ counts }: { counts: OverviewQuery['nodeCounts'] }) {
  return (
    <Panel title="Nodes" aside={<PageLink to="/nodes">All nodes</PageLink>}>
      <Stack gap={6}>
        {counts?.byPhase.map(({ phase, nodes }) => (
          <Group key={phase} justify="space-between">
            <PageLink to="/nodes" search={{ phase }} c="inherit" fz="md">
              <Phase phase={phase} />
            </PageLink>
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
                    <PageLink to={`/nodes/${id}`} c="inherit" fz="xs">
                      {name}
                    </PageLink>
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
                <PageLink to={`/executors/${executor.id}`} c="inherit" fz="md">
                  {executor.name}
                </PageLink>
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
        {total > executors.length && <PageLink to="/executors">and {total - executors.length} more</PageLink>}
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
      <span style={{ whiteSpace: 'nowrap' }}>{formatMiB(room.memoryMiB.available)} memory,</span>{' '}
      <span style={{ whiteSpace: 'nowrap' }}>{formatGiB(room.diskGiB.available)} disk available</span>
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
                <PageLink to={`/nodes/${nodeId}`} c="inherit" fz="xs">
                  {nodeName}
                </PageLink>
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
