import { Group, Stack, Text } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconSearch, IconServer2 } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { networks } from '../../../bitcoin/network.ts';
import { NodeCountsDocument, type NodeCountsQuery } from '../../../client/operations.generated.ts';
import { healthStates } from '../../../contract/health.ts';
import { nodeRules } from '../../../contract/rule-subjects.ts';
import { ruleTitle } from '../../../contract/rule-title.ts';
import type { NodeHealthState, NodeOrderByInput, NodeWhereInput } from '../../../contract/types.generated.ts';
import type { ListSoFar } from '../../api/list-pages.ts';
import { useApiQuery, useGrowingList } from '../../api/use-api.tsx';
import { QueryView } from '../../display/answers.tsx';
import { formatCount, formatNumber } from '../../display/format.ts';
import type { Sorting } from '../../display/lists/column.ts';
import { ChoiceFilter, TextFilter, useAddressChange, useSorting } from '../../display/lists/filters.tsx';
import { Empty } from '../../display/lists/list.tsx';
import { choiceColumn, Rows } from '../../display/lists/rows.tsx';
import { PageHeader } from '../../display/page.tsx';
import { TextLink } from '../../display/text.tsx';
import { lazyPart } from '../../parts/lazy-part.tsx';
import { useRights } from '../../session/viewer.ts';
import { contains, equals, given, listedHealth } from '../addresses.ts';
import { readLabels, writeLabels } from '../labels/label-text.ts';
import type { NodeRow } from './bulk.ts';
import { nodeColumns } from './columns.tsx';
import { DeployLink } from './deploy-link.tsx';
import { isColumnShown, type KeptColumns } from './kept-columns.ts';
import { NodeListDocument } from './operations.generated.ts';

// Lazy: the list renders without them.
const ColumnMenu = lazyPart(() => import('./column-menu.tsx'), 'ColumnMenu', null);
const SelectionBar = lazyPart(() => import('./selection-bar.tsx'), 'SelectionBar', null);
const ActiveRollouts = lazyPart(() => import('../rollouts/active-rollouts.tsx'), 'ActiveRollouts', null);

const route = getRouteApi('/shell/nodes');

/** Filters by what the listed nodes have. */
const listedFields = [
  { field: 'executor', label: 'Host', valuesOf: ({ executor }: NodeRow) => [executor.name] },
  { field: 'version', label: 'Version', valuesOf: ({ clientVersion }: NodeRow) => [clientVersion] },
  { field: 'label', label: 'Label', valuesOf: ({ labels }: NodeRow) => labels.map((each) => writeLabels([each])) },
] as const;

export function NodesPage() {
  const { mayChange } = useRights();
  const where = useNodeFilter();
  const isFiltered = Object.keys(where).length > 0;
  // Problems first.
  const order = useSorting('health');
  // Refetched on changes, and regularly for the heights.
  const nodes = useGrowingList(
    NodeListDocument,
    { where, orderBy: [orderBy(order.sorting), { name: 'asc' }] },
    { shows: ['node', 'executor'], everySeconds: 10 },
  );
  const { data } = useApiQuery(NodeCountsDocument, { where: {} }, { shows: ['node', 'executor'] });
  const counts = data?.nodeCounts ?? null;
  const [kept, keep] = useLocalStorage<KeptColumns>({
    key: 'satrap.nodes.columns',
    defaultValue: {},
    getInitialValueInEffect: false,
  });
  const [chosen, setChosen] = useChosen(nodes.data);
  const choice = chosenColumn(nodes.data, chosen, setChosen);
  const columns = [...(mayChange ? [choice] : []), ...nodeColumns.filter((column) => isColumnShown(kept, column))];
  const found = isFiltered && nodes.data?.isWhole ? `${formatNumber(nodes.data.rows.length)} of ` : '';
  return (
    <>
      <PageHeader title="Nodes" about={counts === null ? undefined : `${found}${formatCount(counts.total, 'node')}`}>
        {mayChange && <DeployLink />}
      </PageHeader>
      <ActiveRollouts />
      <Group mb="sm" gap="xs" align="end">
        <NodeFilters counts={counts} rows={nodes.data?.rows ?? []} />
        <ColumnMenu kept={kept} onChange={keep} />
      </Group>
      <QueryView query={nodes} height={320}>
        {({ rows, isWhole }) => (
          <Stack gap="sm">
            {chosen.size > 0 && isWhole && (
              <SelectionBar rows={rows} isFiltered={isFiltered} chosen={chosen} onChange={setChosen} />
            )}
            <Rows
              label="Nodes"
              {...{ rows, isWhole, columns }}
              {...order}
              empty={<NoRows isFiltered={isFiltered} mayDeploy={mayChange} />}
            />
            {!isWhole && <Text variant="hint">{formatNumber(rows.length)} nodes loaded…</Text>}
          </Stack>
        )}
      </QueryView>
    </>
  );
}

/** Returns the filter that the address holds. */
function useNodeFilter(): NodeWhereInput {
  const { name, health, incident, network, executor, version, label } = route.useSearch();
  return given({
    name: contains(name),
    health: equals(health),
    incidents: incident === undefined ? undefined : { has: incident },
    network: equals(network),
    executorName: equals(executor),
    clientVersion: equals(version),
    labels: label === undefined ? undefined : readLabels(label).labels,
  });
}

interface NodeFiltersProps {
  counts: NodeCountsQuery['nodeCounts'];
  rows: readonly NodeRow[];
}

function NodeFilters({ counts, rows }: NodeFiltersProps) {
  const search = route.useSearch();
  const countOf = (state: NodeHealthState) => counts?.byHealth.find((each) => each.state === state)?.nodes ?? 0;
  return (
    <>
      <TextFilter label="Name" field="name" />
      <ChoiceFilter
        label="State"
        field="health"
        values={listedHealth}
        wordOf={(state) => `${healthStates[state].label} (${formatNumber(countOf(state))})`}
      />
      <ChoiceFilter label="Incident" field="incident" values={nodeRules} wordOf={ruleTitle} />
      <ChoiceFilter label="Network" field="network" values={networks} />
      {listedFields.map(({ field, label, valuesOf }) => {
        const { [field]: current } = search;
        const values = [...new Set([...rows.flatMap(valuesOf), ...(current === undefined ? [] : [current])])];
        return values.length > 0 && <ChoiceFilter key={field} {...{ label, field }} values={values.toSorted()} />;
      })}
    </>
  );
}

type Chosen = ReadonlySet<string>;

/** The ids of the selected nodes: all of the list while the address asks for that, such as for those of an incident. */
function useChosen(list: ListSoFar<NodeRow> | undefined): [Chosen, (chosen: Chosen) => void] {
  const [own, setOwn] = useState<Chosen>(new Set());
  const { select } = route.useSearch();
  const change = useAddressChange();
  if (select === undefined) return [own, setOwn];
  const all = list?.isWhole ? list.rows.map(({ id }) => id) : [];
  return [
    new Set(all),
    (next) => {
      setOwn(next);
      change({ select: undefined });
    },
  ];
}

/** The column that selects nodes. Its head selects all of them, for which it needs the complete list. */
function chosenColumn(list: ListSoFar<NodeRow> | undefined, chosen: Chosen, onChange: (chosen: Chosen) => void) {
  const rows = list?.rows ?? [];
  const isAllChosen = rows.every(({ id }) => chosen.has(id));
  return choiceColumn<NodeRow>(
    (row) => ({
      type: 'checkbox',
      'aria-label': `Select ${row.name}`,
      checked: chosen.has(row.id),
      onChange: () => onChange(chosen.symmetricDifference(new Set([row.id]))),
    }),
    list?.isWhole && (
      <input
        className="choice"
        type="checkbox"
        aria-label="Select all"
        checked={isAllChosen}
        ref={(input) => {
          if (input) input.indeterminate = !isAllChosen && rows.some(({ id }) => chosen.has(id));
        }}
        onChange={() => onChange(new Set(isAllChosen ? [] : rows.map(({ id }) => id)))}
      />
    ),
  );
}

const NoRows = ({ isFiltered, mayDeploy }: { isFiltered: boolean; mayDeploy: boolean }) => (
  <Empty icon={isFiltered ? IconSearch : IconServer2} title={isFiltered ? 'No nodes match' : 'No nodes yet'}>
    <Text fz="sm">
      {isFiltered || mayDeploy ? (
        <TextLink to={isFiltered ? '/nodes' : '/nodes/new'}>
          {isFiltered ? 'Clear filters' : 'Deploy your first Bitcoin node'}
        </TextLink>
      ) : (
        'Ask an owner or admin of the organization to deploy one.'
      )}
    </Text>
  </Empty>
);

function orderBy({ column, isDescending }: Sorting): NodeOrderByInput {
  const sort = isDescending ? 'desc' : 'asc';
  return (column === 'height' ? { height: { sort, nulls: 'last' } } : { [column]: sort }) as NodeOrderByInput;
}
