import { Anchor, Button, Group, Space, Text } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconSearch, IconServer2 } from '@tabler/icons-react';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { networks } from '../../../bitcoin/network.ts';
import { counted } from '../../../text/counted.ts';
import { useApiQuery } from '../../api/use-api.tsx';
import { QueryView } from '../../display/answers/query-view.tsx';
import { FilterChoice } from '../../display/lists/filter-choice.tsx';
import { FilterText } from '../../display/lists/filter-text.tsx';
import { Nothing } from '../../display/lists/nothing.tsx';
import { Rows } from '../../display/lists/rows.tsx';
import { PageHeader } from '../../display/page-header.tsx';
import { useAddressChange } from '../../display/use-address-change.ts';
import { lazyPart } from '../../parts/lazy-part.tsx';
import { useRights } from '../../session/viewer.ts';
import { choiceColumn, nodeColumns } from './columns.tsx';
import { DeployLink } from './deploy-link.tsx';
import { isColumnShown, readKept } from './kept-columns.ts';
import { NodeListCountsDocument } from './operations.generated.ts';
import { type NodesSearch, nodesOrder, nodesWhere, shownPhases } from './search.ts';
import { useAllNodes } from './use-all-nodes.ts';

// Beside the list, which is there without them.
const ColumnMenu = lazyPart(async () => (await import('./column-menu.tsx')).ColumnMenu, null);
const SelectionBar = lazyPart(
  async () => (await import('./selection-bar.tsx')).SelectionBar,
  () => <BarToCome />,
);

const route = getRouteApi('/shell/nodes');

/** All nodes of the organization, with filters and order in the address. */
export function NodesPage() {
  const { mayChange } = useRights();
  const search = route.useSearch();
  const change = useAddressChange<NodesSearch>();
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
      <PageHeader
        title="Nodes"
        about={total === undefined ? undefined : shownOf(total, isFiltered ? nodes.data : undefined)}
      >
        {mayChange && <DeployLink />}
      </PageHeader>
      <Group mb="sm" gap="xs" align="end">
        <FilterText label="Name" value={search.name} onChange={(name) => change({ name })} />
        <FilterChoice
          label="Phase"
          values={shownPhases}
          wordOf={(phase) => `${phase} (${countOf(phase)})`}
          value={search.phase}
          onChange={(phase) => change({ phase })}
        />
        <FilterChoice
          label="Network"
          values={networks}
          value={search.network}
          onChange={(network) => change({ network })}
        />
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
              // All of some is not all.
              (isWhole ? <SelectionBar rows={rows} chosen={chosen} onChange={setChosen} /> : <BarToCome />)}
            <Rows
              label="Nodes"
              rows={rows}
              isWhole={isWhole}
              columns={columns}
              keyOf={({ id }) => id}
              sorting={{ column: order.column, isDescending: order.isDescending }}
              onSort={({ column, isDescending }) => change({ sort: `${isDescending ? '-' : ''}${column}` })}
              empty={isFiltered ? <NothingFits /> : <NoNodes mayDeploy={mayChange} />}
            />
            {!isWhole && (
              <Text variant="hint" mt="xs">
                These are the first {rows.length}; the others are on their way.
              </Text>
            )}
          </>
        )}
      </QueryView>
    </>
  );
}

/** How many nodes there are, and how many of them the filters leave once all of those are here. */
const shownOf = (total: number, found: { rows: readonly unknown[]; isWhole: boolean } | undefined): string =>
  found?.isWhole ? `${found.rows.length} of ${counted(total, 'node')}` : counted(total, 'node');

const BarToCome = () => <Space h={48} />;

const toggled = (chosen: ReadonlySet<string>, id: string): ReadonlySet<string> => {
  const changed = new Set(chosen);
  if (!changed.delete(id)) changed.add(id);
  return changed;
};

const NothingFits = () => (
  <Nothing icon={IconSearch} title="No node fits">
    <Text fz="sm">
      Other filters may.{' '}
      <Anchor component={Link} to="/nodes" underline="always" inherit>
        Show all nodes
      </Anchor>
    </Text>
  </Nothing>
);

const NoNodes = ({ mayDeploy }: { mayDeploy: boolean }) => (
  <Nothing icon={IconServer2} title="No node yet">
    <Text fz="sm">
      A node is a Bitcoin daemon with its chain data, on one of your executors.{' '}
      {mayDeploy && (
        <Anchor component={Link} to="/nodes/new" underline="always" inherit>
          Deploy the first one
        </Anchor>
      )}
    </Text>
  </Nothing>
);
