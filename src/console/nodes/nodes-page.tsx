import { Anchor, Button, EmptyState, Group, Select, Space, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback, useLocalStorage } from '@mantine/hooks';
import { IconSearch, IconServer2 } from '@tabler/icons-react';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useApiQuery } from '../api/use-api.tsx';
import { PageHeader } from '../display/page-header.tsx';
import { phaseWord } from '../display/phase.tsx';
import { QueryView } from '../display/query-view.tsx';
import { Rows } from '../display/rows.tsx';
import { lazyPart } from '../parts/lazy-part.tsx';
import { NothingYet } from '../parts/pending-part.tsx';
import { useRights } from '../session/viewer.ts';
import { choiceColumn, nodeColumns } from './columns.tsx';
import { DeployLink } from './deploy-link.tsx';
import { isColumnShown, readKept } from './kept-columns.ts';
import { NodeListCountsDocument } from './operations.generated.ts';
import { type NodesSearch, networks, nodesOrder, nodesWhere, phases } from './search.ts';
import { useAllNodes } from './use-all-nodes.ts';

// Beside the list, which is there without them.
const ColumnMenu = lazyPart(async () => (await import('./column-menu.tsx')).ColumnMenu, NothingYet);
const SelectionBar = lazyPart(
  async () => (await import('./selection-bar.tsx')).SelectionBar,
  () => <Space h={48} />,
);

const route = getRouteApi('/shell/nodes');

/** All nodes of the organization, with filters and order in the address. */
export function NodesPage() {
  const { mayChange } = useRights();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (changes: NodesSearch) =>
    void navigate({ search: (former) => ({ ...former, ...changes }), replace: true });
  const changeName = useDebouncedCallback((name: string) => change({ name: name === '' ? undefined : name }), 200);
  const where = nodesWhere(search);
  const order = nodesOrder(search);
  const nodes = useAllNodes(where, order);
  const { data: counts } = useApiQuery(NodeListCountsDocument, { where: {} }, { shows: ['node', 'executor'] });
  const total = counts?.nodeCounts?.total;
  const countOf = (phase: string) => counts?.nodeCounts?.byPhase.find((each) => each.phase === phase)?.nodes ?? 0;
  const [kept, keep] = useLocalStorage({
    key: 'satrap.nodes.columns',
    defaultValue: {},
    deserialize: readKept,
    getInitialValueInEffect: false,
  });
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const columns = [
    ...(mayChange ? [choiceColumn(chosen, (id) => setChosen(toggled(chosen, id)))] : []),
    ...nodeColumns.filter((column) => isColumnShown(kept, column)),
  ];
  const isFiltered = Object.keys(where).length > 0;
  return (
    <>
      <PageHeader title="Nodes" about={total === undefined ? undefined : `${total} altogether`}>
        {mayChange && <DeployLink />}
      </PageHeader>
      <Group mb="sm" gap="xs" align="end">
        <TextInput
          type="search"
          aria-label="Name"
          placeholder="Name"
          leftSection={<IconSearch size={16} aria-hidden />}
          defaultValue={search.name ?? ''}
          onChange={({ currentTarget }) => changeName(currentTarget.value)}
          w={{ base: '100%', xs: 220 }}
        />
        <Select
          aria-label="Phase"
          placeholder="Phase"
          clearable
          w={170}
          data={phases.map((phase) => ({ value: phase, label: `${phaseWord(phase)} (${countOf(phase)})` }))}
          value={search.phase ?? null}
          onChange={(phase) => change({ phase: phase as NodesSearch['phase'] })}
          clearButtonProps={{ 'aria-label': 'Any phase' }}
        />
        <Select
          aria-label="Network"
          placeholder="Network"
          clearable
          w={140}
          data={[...networks]}
          value={search.network ?? null}
          onChange={(network) => change({ network: network as NodesSearch['network'] })}
          clearButtonProps={{ 'aria-label': 'Any network' }}
        />
        {search.executor !== undefined && (
          <Button variant="default" onClick={() => change({ executor: undefined })}>
            On {search.executor} ×
          </Button>
        )}
        <ColumnMenu kept={kept} onChange={keep} />
      </Group>
      <QueryView query={nodes} height={320}>
        {(rows) => (
          <>
            {mayChange && rows.length > 0 && <SelectionBar rows={rows} chosen={chosen} onChange={setChosen} />}
            <Rows
              label="Nodes"
              rows={rows}
              columns={columns}
              keyOf={({ id }) => id}
              sorting={{ column: order.column, isDescending: order.isDescending }}
              onSort={({ column, isDescending }) => change({ sort: `${isDescending ? '-' : ''}${column}` })}
              empty={isFiltered ? <NothingFits /> : <NoNodes mayDeploy={mayChange} />}
            />
          </>
        )}
      </QueryView>
    </>
  );
}

const toggled = (chosen: ReadonlySet<string>, id: string): ReadonlySet<string> => {
  const changed = new Set(chosen);
  if (!changed.delete(id)) changed.add(id);
  return changed;
};

const NothingFits = () => (
  <EmptyState
    py="xl"
    icon={<IconSearch size={32} aria-hidden />}
    title="No node fits"
    description={
      <Text fz="sm">
        Other filters may.{' '}
        <Anchor component={Link} to="/nodes" underline="always">
          Show all nodes
        </Anchor>
      </Text>
    }
  />
);

const NoNodes = ({ mayDeploy }: { mayDeploy: boolean }) => (
  <EmptyState
    py="xl"
    icon={<IconServer2 size={32} aria-hidden />}
    title="No node yet"
    description={
      <Text fz="sm">
        A node is a Bitcoin daemon with its chain data, on one of your executors.{' '}
        {mayDeploy && (
          <Anchor component={Link} to="/nodes/new" underline="always">
            Deploy the first one
          </Anchor>
        )}
      </Text>
    }
  />
);
