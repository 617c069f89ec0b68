import { SimpleGrid, Stack, Text } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { EventsDocument, NetworksDocument } from '../../../client/operations.generated.ts';
import { useApiQuery } from '../../api/use-api.tsx';
import { QueryView } from '../../display/answers.tsx';
import { PageHeader, Panel } from '../../display/page.tsx';
import { PageLink, Tone } from '../../display/text.tsx';
import { lazyPart } from '../../parts/lazy-part.tsx';
import { useRights } from '../../session/viewer.ts';
import { ExecutorListDocument, type ExecutorListQueryVariables } from '../executors/operations.generated.ts';
import { IncidentGroups } from '../incidents/incident-groups.tsx';
import { useOpenIncidents } from '../incidents/open-incidents.ts';
import { DeployLink } from '../nodes/deploy-link.tsx';
import { firstStep } from './first-step.ts';
import { FleetPanel } from './fleet-panel.tsx';
import { networkRows } from './network-rows.ts';
import { NetworksPanel } from './networks-panel.tsx';
import {
  ExtremeNodesDocument,
  type ExtremeNodesQueryVariables,
  OverviewDocument,
  type OverviewQuery,
} from './operations.generated.ts';

// Lazy: below all else.
const HostsPanel = lazyPart(() => import('./hosts-panel.tsx'), 'HostsPanel', null);
const ActivityPanel = lazyPart(() => import('./activity-panel.tsx'), 'ActivityPanel', null);
const FirstRun = lazyPart(() => import('./first-run.tsx'), 'FirstRun', null);

const shownHosts: ExecutorListQueryVariables = { take: 100, orderBy: [{ status: 'asc' }, { name: 'asc' }] };
const first: ExtremeNodesQueryVariables = {
  orderBy: [{ height: { sort: 'desc', nulls: 'last' } }],
  phase: { in: ['running', 'syncing'] },
};
const last: ExtremeNodesQueryVariables = { orderBy: [{ height: { sort: 'asc' } }], phase: { equals: 'running' } };

export function OverviewPage() {
  const { mayChange } = useRights();
  const query = useApiQuery(OverviewDocument, {}, { shows: ['node', 'executor'], everySeconds: 60 });
  const parts = useParts();
  return (
    <>
      <PageHeader title="Overview">
        {mayChange && query.data?.nodeCounts?.total ? <DeployLink /> : undefined}
      </PageHeader>
      <QueryView query={query} alongside={Object.values(parts)} height={480}>
        {(overview) => <Overview {...{ overview, parts }} />}
      </QueryView>
    </>
  );
}

/** Queries what stands beside the counts. */
function useParts() {
  return {
    fleet: useApiQuery(ExecutorListDocument, shownHosts, { shows: ['executor'], everySeconds: 15 }),
    networks: useApiQuery(NetworksDocument, {}, { shows: ['incident'], everySeconds: 15 }),
    lastNodes: useApiQuery(ExtremeNodesDocument, last, { shows: [], everySeconds: 15 }),
    firstNodes: useApiQuery(ExtremeNodesDocument, first, { shows: ['node', 'block'], everySeconds: 15 }),
    events: useApiQuery(EventsDocument, { filter: { take: 60 } }, { shows: ['event'] }),
    open: useOpenIncidents(),
  };
}

interface OverviewProps {
  overview: OverviewQuery;
  parts: ReturnType<typeof useParts>;
}

/** What needs attention first, then the fleet; for an organization without hosts, nodes or alerts the next step. */
function Overview({ overview: { nodeCounts, executorCounts, notificationChannels }, parts }: OverviewProps) {
  const { mayChange } = useRights();
  const [isDismissed, dismiss] = useLocalStorage({
    key: 'satrap-no-alerts',
    getInitialValueInEffect: false,
    defaultValue: false,
  });
  const counts = nodeCounts ?? { total: 0, byHealth: [] };
  const hostCounts = executorCounts ?? { total: 0, online: 0 };
  const incidents = parts.open.data?.notificationIncidents?.nodes ?? [];
  const hosts = parts.fleet.data?.executorsConnection?.nodes ?? [];
  const networks = parts.networks.data?.networks ?? null;
  const split = (networks ?? []).flatMap(({ name, state }) => (state === 'split' ? [name] : []));
  const hasAlerts = (notificationChannels?.length ?? 0) > 0 || isDismissed;
  const step = firstStep({ hosts: hostCounts.total, nodes: counts.total, hasAlerts });
  const firstRun = mayChange && step !== null && (
    <FirstRun step={step} host={hosts[0]?.name} onDismiss={() => dismiss(true)} />
  );
  if (step === 'host')
    return (
      <Stack gap="md">
        {firstRun}
        {!mayChange && <Text>No hosts yet. Ask an owner or admin to add one.</Text>}
      </Stack>
    );
  const unacknowledged = incidents.filter(({ acknowledgedAt }) => acknowledgedAt === null).length;
  const extremes = { first: parts.firstNodes.data ?? {}, last: parts.lastNodes.data ?? {} };
  return (
    <Stack gap="md">
      {step !== 'alerts' && firstRun}
      <FleetPanel counts={counts} hosts={hostCounts} split={split} incidents={unacknowledged} />
      {incidents.length === 0 ? (
        <Tone tone="good">Nothing needs attention</Tone>
      ) : (
        <Panel title="Needs attention" aside={<PageLink to="/incidents">All incidents</PageLink>}>
          <IncidentGroups incidents={incidents} hosts={hosts} maxGroups={5} />
        </Panel>
      )}
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        <NetworksPanel rows={networkRows(networks, extremes)} />
        <HostsPanel hosts={hosts} />
      </SimpleGrid>
      <ActivityPanel events={parts.events.data?.events?.nodes ?? []} />
      {step === 'alerts' && firstRun}
    </Stack>
  );
}
