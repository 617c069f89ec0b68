import { SimpleGrid, Stack, Text } from '@mantine/core';
import { useApiQuery } from '../../api/use-api.tsx';
import { QueryView } from '../../display/answers.tsx';
import { PageHeader, Panel } from '../../display/page.tsx';
import { PageLink, Tone } from '../../display/text.tsx';
import { lazyPart } from '../../parts/lazy-part.tsx';
import { useRights } from '../../session/viewer.ts';
import { IncidentGroups } from '../incidents/incident-groups.tsx';
import { maxOpen, useOpenIncidents } from '../incidents/open-incidents.ts';
import { ActivityPanel } from './activity-panel.tsx';
import { firstStep, useAlertsDismissed } from './first-step.ts';
import { FleetPanel } from './fleet-panel.tsx';
import { HostsPanel } from './hosts-panel.tsx';
import { networkRows } from './network-rows.ts';
import { NetworksPanel } from './networks-panel.tsx';
import {
  LatestBlocksDocument,
  OverviewDocument,
  OverviewFleetDocument,
  RecentEventsDocument,
} from './operations.generated.ts';

const FirstRun = lazyPart(async () => (await import('./first-run.tsx')).FirstRun, null);

const maxGroups = 5;

export function OverviewPage() {
  const { mayChange } = useRights();
  const [isDismissed, dismiss] = useAlertsDismissed();
  const query = useApiQuery(OverviewDocument, {}, { shows: ['node', 'executor'], everySeconds: 60 });
  // It reads all nodes and hosts.
  const fleetQuery = useApiQuery(OverviewFleetDocument, {}, { shows: ['executor', 'incident'], everySeconds: 15 });
  // Samples cause no change event: a new block must appear immediately.
  const blocksQuery = useApiQuery(LatestBlocksDocument, {}, { shows: ['node'], everySeconds: 0.7 });
  const eventsQuery = useApiQuery(RecentEventsDocument, {}, { shows: ['event'] });
  const incidentsQuery = useOpenIncidents();
  return (
    <>
      <PageHeader title="Overview" />
      <QueryView query={query} alongside={[fleetQuery, blocksQuery, eventsQuery, incidentsQuery]} height={480}>
        {({ nodeCounts, executorCounts, notificationSettings }) => {
          const counts = nodeCounts ?? { total: 0, byPhase: [] };
          const incidents = incidentsQuery.data?.notificationIncidents?.nodes ?? [];
          const waiting = incidents.filter(({ acknowledgedAt }) => acknowledgedAt === null).length;
          const hosts = fleetQuery.data?.executors ?? [];
          const hostCount = executorCounts?.total ?? hosts.length;
          const step = firstStep({
            ...{ hosts: hostCount, nodes: counts.total },
            hasAlerts: notificationSettings?.webhook != null || isDismissed || !mayChange,
          });
          const firstRun = step !== null && <FirstRun step={step} host={hosts[0]?.name} onDismiss={dismiss} />;
          return (
            <Stack gap="md">
              {step !== 'alerts' && firstRun}
              {hostCount > 0 && (
                <>
                  <FleetPanel counts={counts} hosts={executorCounts} incidents={waiting} />
                  {incidents.length === 0 ? (
                    <Text fz="sm">
                      <Tone tone="good">Nothing needs attention</Tone>
                    </Text>
                  ) : (
                    <Panel title="Needs attention" aside={<PageLink to="/incidents">All incidents</PageLink>}>
                      <IncidentGroups
                        incidents={incidents}
                        hostNames={new Map(hosts.map(({ id, name }) => [id, name]))}
                        maxGroups={maxGroups}
                      />
                      {incidents.length >= maxOpen && <Text variant="hint">The worst {maxOpen} incidents.</Text>}
                    </Panel>
                  )}
                  {step === 'alerts' && firstRun}
                  <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
                    {fleetQuery.data && <NetworksPanel rows={networkRows(blocksQuery.data ?? {}, fleetQuery.data)} />}
                    <HostsPanel hosts={hosts} total={hostCount} />
                  </SimpleGrid>
                  <ActivityPanel events={eventsQuery.data?.events?.nodes ?? []} />
                </>
              )}
            </Stack>
          );
        }}
      </QueryView>
    </>
  );
}
