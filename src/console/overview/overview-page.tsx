import { Stack } from '@mantine/core';
import { useApiQuery } from '../api/use-api.tsx';
import { PageHeader } from '../display/page-header.tsx';
import { QueryView } from '../display/query-view.tsx';
import { OverviewDocument } from '../operations.generated.ts';

/** What needs attention first, and how everything is. */
export function OverviewPage() {
  const query = useApiQuery(OverviewDocument, {}, { shows: ['node', 'executor', 'incident', 'event'] });
  return (
    <>
      <PageHeader title="Overview" />
      <QueryView query={query}>{({ nodeCounts }) => <Stack>{nodeCounts?.total}</Stack>}</QueryView>
    </>
  );
}
