import { Group, Stack, Text } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconSearch, IconServer2 } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { networks } from '../../../bitcoin/network.ts';
import { NodeCountsDocument } from '../../../client/operations.generated.ts';
import { healthStates } from '../../../contract/health.ts';
import { nodeRules } from '../../../contract/rule-subjects.ts';
import { ruleTitle } from '../../../contract/rule-title.ts';
import type { NodeHealthState, NodeOrderByInput, NodeWhereInput } from '../../../contract/types.generated.ts';
import { counted } from '../../../text/counted.ts';
import { useApiQuery, useGrowingList } from '../../api/use-api.tsx';
import { QueryView } from '../../display/answers.tsx';
import type { Sorting } from '../../display/lists/column.ts';
import { ChoiceFilter, TextFilter, useSorting } from '../../display/lists/filters.tsx';
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

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: filters, selection and list share the state of the page.
export function NodesPage() {
  const { mayChange } = useRights();
  const { name, health, incident, network, executor, version, label: ofLabel } = route.useSearch();
  const where: NodeWhereInput = given({
    name: contains(name),
    health: equals(health),
    incidents: incident === undefined ? undefined : { has: incident },
    network: equals(network),
    executorName: equals(executor),
    clientVersion: equals(version),
    labels: ofLabel === undefined ? undefined : readLabels(ofLabel).labels,
  });
  // Problems first.
  const order = useSorting('health');
  // Refetched on changes, and regularly for the heights.
  const nodes = useGrowingList(
    NodeListDocument,
    { where, orderBy: [orderBy(order.sorting), { name: 'asc' }] },
    { shows: ['node', 'executor'], everySeconds: 10 },
  );
  const { data: counts } = useApiQuery(NodeCountsDocument, { where: {} }, { shows: ['node', 'executor'] });
  const countOf = (state: NodeHealthState) =>
    counts?.nodeCounts?.byHealth.find((each) => each.state === state)?.nodes ?? 0;
  const [kept, keep] = useLocalStorage<KeptColumns>({
    key: 'satrap.nodes.columns',
    defaultValue: {},
    getInitialValueInEffect: false,
  });
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const rowsSoFar = nodes.data?.rows ?? [];
  const isAllChosen = rowsSoFar.every(({ id }) => chosen.has(id));
  const choice = choiceColumn<NodeRow>(
    (row) => ({
      type: 'checkbox',
      'aria-label': `Select ${row.name}`,
      checked: chosen.has(row.id),
      onChange: () => setChosen(chosen.symmetricDifference(new Set([row.id]))),
    }),
    // It needs the complete list.
    nodes.data?.isWhole && (
      <input
        className="choice"
        type="checkbox"
        aria-label="Select all"
        checked={isAllChosen}
        ref={(input) => {
          if (input) input.indeterminate = !isAllChosen && rowsSoFar.some(({ id }) => chosen.has(id));
        }}
        onChange={() => setChosen(new Set(isAllChosen ? [] : rowsSoFar.map(({ id }) => id)))}
      />
    ),
  );
  const columns = [...(mayChange ? [choice] : []), ...nodeColumns.filter((column) => isColumnShown(kept, column))];
  const isFiltered = Object.keys(where).length > 0;
  const total = counts?.nodeCounts?.total;
  const found = isFiltered && nodes.data?.isWhole ? `${nodes.data.rows.length} of ` : '';
  return (
    <>
      <PageHeader title="Nodes" about={total === undefined ? undefined : `${found}${counted(total, 'node')}`}>
        {mayChange && <DeployLink />}
      </PageHeader>
      <ActiveRollouts />
      <Group mb="sm" gap="xs" align="end">
        <TextFilter label="Name" field="name" />
        <ChoiceFilter
          label="State"
          field="health"
          values={listedHealth}
          wordOf={(state) => `${healthStates[state].label} (${countOf(state)})`}
        />
        {incident !== undefined && (
          <ChoiceFilter label="Incident" field="incident" values={nodeRules} wordOf={ruleTitle} />
        )}
        <ChoiceFilter label="Network" field="network" values={networks} />
        {listedFields.map(({ field, label, valuesOf }) => {
          const current = { executor, version, label: ofLabel }[field];
          const values = [...new Set([...rowsSoFar.flatMap(valuesOf), ...(current === undefined ? [] : [current])])];
          return values.length > 0 && <ChoiceFilter key={field} {...{ label, field }} values={values.toSorted()} />;
        })}
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
              rows={rows}
              isWhole={isWhole}
              columns={columns}
              {...order}
              empty={<NoRows isFiltered={isFiltered} mayDeploy={mayChange} />}
            />
            {!isWhole && <Text variant="hint">Showing the first {rows.length}. Loading more…</Text>}
          </Stack>
        )}
      </QueryView>
    </>
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
