import { Alert, Anchor, Button, Group, List, Text } from '@mantine/core';
import { IconServerCog } from '@tabler/icons-react';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ExecutorOrderByInput } from '../../../contract/types.generated.ts';
import { useWholeList } from '../../api/lists.ts';
import { useApiQuery } from '../../api/use-api.tsx';
import { formatGiB, formatMiB, formatNumber } from '../../display/format.ts';
import type { Column } from '../../display/lists/column.ts';
import { FilterChoice, FilterText, useAddressChange } from '../../display/lists/filters.tsx';
import { Empty, WholeList } from '../../display/lists/list.tsx';
import { RowLink } from '../../display/lists/rows.tsx';
import { PageHeader } from '../../display/page.tsx';
import { ForeignText } from '../../display/text.tsx';
import { Time } from '../../display/time.tsx';
import { useRights } from '../../session/viewer.ts';
import {
  contains,
  type ExecutorSortColumn,
  type ExecutorsSearch,
  executorStatuses,
  given,
  orderOf,
} from '../addresses.ts';
import { MakeToken } from '../keys/tokens.tsx';
import { Offers } from './offers.tsx';
import { ExecutorListDocument, type ExecutorListQuery, RefusedAgentsDocument } from './operations.generated.ts';
import { ExecutorState } from './state.tsx';

const route = getRouteApi('/shell/executors');

export function ExecutorsPage() {
  const { mayChange } = useRights();
  const search = route.useSearch();
  const change = useAddressChange<ExecutorsSearch>();
  const [isMaking, setMaking] = useState(false);
  const where = given({ name: contains(search.name), status: search.status });
  const { column, isDescending } = orderOf<ExecutorSortColumn>(search.sort);
  const orderBy = { [column]: isDescending ? 'desc' : 'asc' } as unknown as ExecutorOrderByInput;
  const query = useWholeList(
    ExecutorListDocument,
    { where, orderBy: [orderBy] },
    { rowsOf: (data) => data.executors, shows: ['executor', 'node'], everySeconds: 30, keepsPrevious: true },
  );
  return (
    <>
      <PageHeader title="Hosts" about="Machines that run your nodes.">
        <Button component={Link} to="/executors/upgrade" variant="default">
          {mayChange ? 'Upgrade agents' : 'Rollouts'}
        </Button>
        {mayChange && <Button onClick={() => setMaking(true)}>Add host</Button>}
      </PageHeader>
      {mayChange && <Offers />}
      <RefusedAgents />
      <Group mb="sm" gap="xs">
        <FilterText label="Name" value={search.name} onChange={(name) => change({ name })} />
        <FilterChoice
          label="Status"
          values={executorStatuses}
          value={search.status}
          onChange={(status) => change({ status })}
        />
      </Group>
      <WholeList
        query={query}
        height={320}
        label="Hosts"
        columns={executorColumns}
        sorting={{ column, isDescending }}
        onSort={(sorting) => change({ sort: `${sorting.isDescending ? '-' : ''}${sorting.column}` })}
        empty={<NoExecutor isFiltered={Object.keys(where).length > 0} />}
      />
      <MakeToken isOpen={isMaking} onClose={() => setMaking(false)} />
    </>
  );
}

const NoExecutor = ({ isFiltered }: { isFiltered: boolean }) => (
  <Empty icon={IconServerCog} title={isFiltered ? 'No hosts match' : 'No hosts yet'}>
    <Text fz="sm">
      <Anchor component={Link} to={isFiltered ? '/executors' : '/'} search={{} as never} underline="always" inherit>
        {isFiltered ? 'Clear filters' : 'Add your first host'}
      </Anchor>
    </Text>
  </Empty>
);

type ExecutorRow = NonNullable<ExecutorListQuery['executors']>[number];

/** Formats available capacity; a dash where the host cannot measure it. */
const left = (available: number | null | undefined, show: (amount: number) => string): string =>
  available == null ? '–' : show(available);

const executorColumns: readonly Column<ExecutorRow>[] = [
  {
    id: 'name',
    label: 'Name',
    width: 2,
    leads: true,
    isSortable: true,
    cell: ({ id, name }) => (
      <RowLink to={`/executors/${id}`} isMain>
        {name}
      </RowLink>
    ),
  },
  {
    id: 'status',
    label: 'State',
    width: 'minmax(120px, 1fr)',
    isSortable: true,
    cell: (executor) => <ExecutorState {...executor} />,
  },
  { id: 'nodes', label: 'Nodes', width: '52px', isNumber: true, cell: ({ room }) => room.nodes },
  {
    id: 'cpuCores',
    label: 'Free CPU',
    width: '96px',
    isNumber: true,
    isForWide: true,
    cell: ({ room }) => left(room.cpuCores.available, (cores) => formatNumber(cores, 1)),
  },
  {
    id: 'memoryMiB',
    label: 'Free memory',
    width: '104px',
    isNumber: true,
    isForWide: true,
    cell: ({ room }) => left(room.memoryMiB.available, formatMiB),
  },
  {
    id: 'diskGiB',
    label: 'Free disk',
    width: '84px',
    isNumber: true,
    cell: ({ room }) => left(room.diskGiB.available, formatGiB),
  },
  { id: 'version', label: 'Agent', width: '80px', isSortable: true, isForWide: true, cell: ({ version }) => version },
  {
    id: 'labels',
    label: 'Labels',
    isForWide: true,
    cell: ({ labels }) => <ForeignText>{labels.map(({ key, value }) => `${key}=${value}`).join(', ')}</ForeignText>,
  },
  {
    id: 'lastSeenAt',
    label: 'Last seen',
    width: '104px',
    isForWide: true,
    cell: ({ lastSeenAt }) => <Time at={lastSeenAt} isPast />,
  },
];

/** The audit log records an agent's first rejection, then one per hour. */
const shownForMs = 70 * 60_000;

const fixes: Readonly<Record<string, string>> = {
  Forbidden: 'Not a host key. Create an enrolment token for the host.',
  Unauthenticated: 'The API key was revoked or has expired. Create an enrolment token for the host.',
  executor_key_bound: 'The API key belongs to another host. Create an enrolment token for this one.',
  executor_name_in_use: 'Another running agent uses the same name. Stop or rename one of them.',
};

/** Agents whose heartbeats are rejected, although their key is of this organization. No host list contains them. */
function RefusedAgents() {
  const [since] = useState(() => new Date(Date.now() - shownForMs).toISOString());
  const { data } = useApiQuery(RefusedAgentsDocument, { since }, { shows: [], everySeconds: 30 });
  // One entry per key; the latest comes first.
  const agents = Map.groupBy(data?.auditActions?.nodes ?? [], ({ actor }) => actor.apiKeyId);
  if (agents.size === 0) return null;
  return (
    <Alert color="orange" variant="light" title="Agent rejected" mb="sm">
      <List fz="sm" spacing={4}>
        {[...agents.values()].flatMap(([latest]) =>
          latest === undefined ? (
            []
          ) : (
            <List.Item key={latest.id}>
              Key <ForeignText>{latest.actor.name}</ForeignText>
              {latest.address != null && ` from ${latest.address}`}, <Time at={latest.at} />:{' '}
              {fixes[latest.errorCode ?? ''] ?? latest.errorCode}
            </List.Item>
          ),
        )}
      </List>
    </Alert>
  );
}
