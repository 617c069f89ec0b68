import { SimpleGrid, Stack } from '@mantine/core';
import { useApiQuery } from '../../api/use-api.tsx';
import { QueryView } from '../../display/answers/query-view.tsx';
import { PageHeader } from '../../display/page-header.tsx';
import { Attention } from './attention.tsx';
import { Executors } from './executors.tsx';
import { FirstSteps } from './first-steps.tsx';
import { LatestBlocks } from './latest-blocks.tsx';
import { OverviewDocument } from './operations.generated.ts';
import { Phases } from './phases.tsx';
import { RecentEvents } from './recent-events.tsx';

/** What needs attention first, and how everything is. */
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
              <>
                <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
                  <Phases counts={nodeCounts} />
                  <LatestBlocks />
                </SimpleGrid>
                <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
                  <Executors executors={executors} total={executorsCount ?? executors.length} />
                  <RecentEvents events={events?.nodes ?? []} />
                </SimpleGrid>
              </>
            )}
          </Stack>
        )}
      </QueryView>
    </>
  );
}
