import { Anchor, Button, Group, Space, Text } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconSearch, IconServer2 } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { networks } from '../../../bitcoin/network.ts';
import { NodeCountsDocument } from '../../../client/operations.generated.ts';
import type { NodeOrderByInput, NodeWhereInput } from '../../../contract/types.generated.ts';
import { counted } from '../../../text/counted.ts';
import type { ListSoFar } from '../../api/list-pages.ts';
import { useGrowingList } from '../../api/lists.ts';
import { useApiQuery } from '../../api/use-api.tsx';
import { QueryView } from '../../display/answers.tsx';
import { ChoiceFilter, TextFilter, useAddressChange } from '../../display/lists/filters.tsx';
import { Empty } from '../../display/lists/list.tsx';
import { Rows } from '../../display/lists/rows.tsx';
import { PageHeader } from '../../display/page.tsx';
import { lazyPart } from '../../parts/lazy-part.tsx';
import { useRights } from '../../session/viewer.ts';
import { contains, given, type NodeSortColumn, type NodesSearch, orderOf, shownPhases } from '../addresses.ts';
import type { NodeRow } from './bulk.ts';
import { choiceColumn, nodeColumns } from './columns.tsx';
import { DeployLink } from './deploy-link.tsx';
import { isColumnShown, readKept } from './kept-columns.ts';
import { NodeListDocument } from './operations.generated.ts';

// Lazy: the list renders without them.
const ColumnMenu = lazyPart(async () => (await import('./column-menu.tsx')).ColumnMenu, null);
const SelectionBar = lazyPart(
  async () => (await import('./selection-bar.tsx')).SelectionBar,
  () => <BarToCome />,
);

const route = getRouteApi('/shell/nodes');

export function NodesPage() {
  const { mayChange } = useRights();
  const search = route.useSearch();
  const change = useAddressChange<NodesSearch>();
  const { name, phase, network, executor } = search;
  const executorName = executor === undefined ? undefined : { equals: executor };
  const where: NodeWhereInput = given({ name: contains(name), phase, network, executorName });
  const order = orderOf<NodeSortColumn>(search.sort);
  const nodes = useAllNodes(where, order);
  const { data: counts } = useApiQuery(NodeCountsDocument, { where: {} }, { shows: ['node', 'executor'] });
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
      <PageHeader
        title="Nodes"
        about={total === undefined ? undefined : shownOf(total, isFiltered ? nodes.data : undefined)}
      >
        {mayChange && <DeployLink />}
      </PageHeader>
      <Group mb="sm" gap="xs" align="end">
        <TextFilter label="Name" field="name" />
        <ChoiceFilter
          label="Phase"
          field="phase"
          values={shownPhases}
          wordOf={(phase) => `${phase} (${countOf(phase)})`}
        />
        <ChoiceFilter label="Network" field="network" values={networks} />
        {search.executor !== undefined && (
          <Button variant="default" onClick={() => change({ executor: undefined })}>
            On {search.executor} ×
          </Button>
        )}
        <ColumnMenu kept={kept} onChange={keep} />
      </Group>
      <QueryView query={nodes} height={320}>
        {({ rows, isWhole }) => (
          <>
            {mayChange &&
              rows.length > 0 &&
              // "Select all" needs the complete list.
              (isWhole ? <SelectionBar rows={rows} chosen={chosen} onChange={setChosen} /> : <BarToCome />)}
            <Rows
              label="Nodes"
              rows={rows}
              isWhole={isWhole}
              columns={columns}
              keyOf={({ id }) => id}
              sorting={{ column: order.column, isDescending: order.isDescending }}
              onSort={({ column, isDescending }) => change({ sort: `${isDescending ? '-' : ''}${column}` })}
              empty={isFiltered ? <NoMatch /> : <NoNodes mayDeploy={mayChange} />}
            />
            {!isWhole && (
              <Text variant="hint" mt="xs">
                Showing the first {rows.length}. Loading more…
              </Text>
            )}
          </>
        )}
      </QueryView>
    </>
  );
}

/** The number of nodes, and of those that match the filters once all are loaded. */
const shownOf = (total: number, found: { rows: readonly unknown[]; isWhole: boolean } | undefined): string =>
  found?.isWhole ? `${found.rows.length} of ${counted(total, 'node')}` : counted(total, 'node');

const BarToCome = () => <Space h={48} />;

const toggled = (chosen: ReadonlySet<string>, id: string): ReadonlySet<string> => {
  const changed = new Set(chosen);
  if (!changed.delete(id)) changed.add(id);
  return changed;
};

const NoMatch = () => (
  <Empty icon={IconSearch} title="No nodes match">
    <Text fz="sm">
      <Anchor component={Link} to="/nodes" underline="always" inherit>
        Clear filters
      </Anchor>
    </Text>
  </Empty>
);

const NoNodes = ({ mayDeploy }: { mayDeploy: boolean }) => (
  <Empty icon={IconServer2} title="No nodes yet">
    <Text fz="sm">
      {mayDeploy ? (
        <Anchor component={Link} to="/nodes/new" underline="always" inherit>
          Deploy your first Bitcoin node
        </Anchor>
      ) : (
        'Ask an owner or admin of the organization to deploy one.'
      )}
    </Text>
  </Empty>
);

/** Fetches all matching nodes; refetches them on changes, and regularly for their heights. */
function useAllNodes(
  where: NodeWhereInput,
  { column, isDescending }: { column: NodeSortColumn; isDescending: boolean },
): UseQueryResult<ListSoFar<NodeRow>> {
  const direction = isDescending ? 'desc' : 'asc';
  const orderBy: NodeOrderByInput = (
    column === 'height' ? { height: { sort: direction, nulls: 'last' } } : { [column]: direction }
  ) as NodeOrderByInput;
  return useGrowingList(
    NodeListDocument,
    { where, orderBy: [orderBy] },
    { rowsOf: ({ nodes }) => nodes, shows: ['node', 'executor'], everySeconds: 10 },
  );
}
