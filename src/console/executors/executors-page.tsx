import { Button, EmptyState, Group } from '@mantine/core';
import { IconServerCog } from '@tabler/icons-react';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useApiQuery } from '../api/use-api.tsx';
import { FilterChoice } from '../display/filter-choice.tsx';
import { FilterText } from '../display/filter-text.tsx';
import { PageHeader } from '../display/page-header.tsx';
import { QueryView } from '../display/query-view.tsx';
import { Rows } from '../display/rows.tsx';
import { useRights } from '../session/viewer.ts';
import { executorColumns } from './columns.tsx';
import { ExecutorListDocument } from './operations.generated.ts';
import { type ExecutorsSearch, executorsOrder, executorsWhere, statuses } from './search.ts';

const route = getRouteApi('/shell/executors');

/** The hosts that run nodes, and the room that they have. */
export function ExecutorsPage() {
  const { mayChange } = useRights();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (changes: ExecutorsSearch) =>
    void navigate({ search: (former) => ({ ...former, ...changes }), replace: true });
  const where = executorsWhere(search);
  const { column, isDescending, orderBy } = executorsOrder(search);
  const query = useApiQuery(
    ExecutorListDocument,
    { where, orderBy: [orderBy] },
    { shows: ['executor', 'node'], everySeconds: 30, keepsFormer: true },
  );
  const total = query.data?.executorsCount;
  return (
    <>
      <PageHeader title="Executors" about="The hosts that run nodes, each kept by an agent.">
        {mayChange && (
          <Button component={Link} to="/executors/upgrade" variant="default">
            Upgrade agents
          </Button>
        )}
      </PageHeader>
      <Group mb="sm" gap="xs">
        <FilterText label="Name" value={search.name} onChange={(name) => change({ name })} />
        <FilterChoice
          label="Status"
          values={statuses}
          value={search.status}
          onChange={(status) => change({ status })}
        />
      </Group>
      <QueryView query={query} height={320}>
        {({ executors }) => (
          <>
            <Rows
              label="Executors"
              rows={executors ?? []}
              columns={executorColumns}
              keyOf={({ id }) => id}
              sorting={{ column, isDescending }}
              onSort={(sorting) => change({ sort: `${sorting.isDescending ? '-' : ''}${sorting.column}` })}
              empty={
                <EmptyState
                  py="xl"
                  icon={<IconServerCog size={32} aria-hidden />}
                  title={Object.keys(where).length > 0 ? 'No executor fits' : 'No executor yet'}
                  description="The overview shows the command by which a host joins."
                />
              }
            />
            {total != null && executors != null && total > executors.length && (
              <p>
                The first {executors.length} of {total}; filters show others.
              </p>
            )}
          </>
        )}
      </QueryView>
    </>
  );
}
