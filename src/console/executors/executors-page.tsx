import { Button, EmptyState, Group } from '@mantine/core';
import { IconServerCog } from '@tabler/icons-react';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useWholeList } from '../api/use-whole-list.ts';
import { FilterChoice } from '../display/filter-choice.tsx';
import { FilterText } from '../display/filter-text.tsx';
import { List } from '../display/list.tsx';
import { PageHeader } from '../display/page-header.tsx';
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
  const query = useWholeList(
    ExecutorListDocument,
    { where, orderBy: [orderBy] },
    { rowsOf: (data) => data.executors, shows: ['executor', 'node'], everySeconds: 30, keepsFormer: true },
  );
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
      <List
        query={query}
        height={320}
        label="Executors"
        columns={executorColumns}
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
    </>
  );
}
