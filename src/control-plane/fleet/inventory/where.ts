import { healthOrder } from '../../../contract/health.ts';
import { isAnswering, phases } from '../../../contract/phases.ts';
import type {
  ExecutorOrderByInput,
  ExecutorRelationFilter,
  ExecutorStatus,
  ExecutorWhereInput,
  LabelInput,
  NodeHealthState,
  NodeIncidentListFilter,
  NodeListRelationFilter,
  NodeOrderByInput,
  NodePhase,
  NodePhaseFilter,
  NodeProblemListFilter,
  NodeWhereInput,
} from '../../../contract/types.generated.ts';
import { and, eq, getTableColumns, hasKey, isNotNull, not, type SQL, sql } from '../../platform/database/database.ts';
import {
  anyOf,
  conditionOf,
  type Fields,
  idFilter,
  instantFilter,
  stringFilter,
  valueFilter,
  whereOf,
} from '../../platform/input/filters.ts';
import { type OrderTerm, termsOf } from '../../platform/input/pages.ts';
import { executor } from '../../tables/executors.ts';
import { node, nodeListing } from '../../tables/nodes.ts';
import {
  hasAnyProblem,
  hasIncident,
  hasProblem,
  hasReportedProblem,
  isBehindSiblings,
  isDrained,
  isOffline,
  isOnOtherBranch,
} from './node-problems.ts';

const answeringPhases = phases
  .filter(isAnswering)
  .map((phase) => `'${phase}'`)
  .join(', ');

/** The phase in the API: an offline executor's last report may be outdated, and a node behind its siblings is syncing. */
export const shownPhase: SQL<NodePhase> = sql`(CASE WHEN ${nodeListing.phase} IS NULL THEN 'pending' WHEN ${isOffline} THEN 'unknown'
  WHEN ${nodeListing.phase} = 'running' AND ${isBehindSiblings} THEN 'syncing' ELSE ${nodeListing.phase} END)`;

const shownStatus: SQL<ExecutorStatus> = sql`(CASE WHEN ${executor.online} THEN 'online' ELSE 'offline' END)`;

/**
 * The state of `judgeHealth`, as far as it needs no sample: `stale` and `behind` count as `in_sync`, and `syncing` is what
 * the phase says. A test compares both for every combination of what they read.
 */
export const shownHealth: SQL<NodeHealthState> = sql`(CASE
  WHEN ${nodeListing.phase} IS NULL THEN 'not_answering'
  WHEN ${isOffline} THEN 'unknown'
  WHEN ${nodeListing.phase} = 'failing' THEN 'failing'
  WHEN ${nodeListing.phase} = 'stopped' AND (${nodeListing.desiredState} = 'stopped' OR ${isDrained} AND ${nodeListing.desiredState} = 'running') THEN 'stopped'
  WHEN ${nodeListing.phase} NOT IN (${sql.raw(answeringPhases)}) THEN 'not_answering'
  WHEN ${isOnOtherBranch} THEN 'other_branch'
  WHEN ${hasReportedProblem} OR ${isBehindSiblings} THEN 'problem'
  WHEN ${nodeListing.phase} = 'syncing' THEN 'syncing'
  ELSE 'in_sync' END)`;

// Conditions on nodes need the listing, left joined with the node and its executor.

const nodeFields: Fields<NodeWhereInput> = {
  id: idFilter(nodeListing.id),
  name: stringFilter(nodeListing.name),
  clientVersion: stringFilter(nodeListing.clientVersion),
  executorName: stringFilter(executor.name),
  executorId: idFilter(nodeListing.executorId),
  network: valueFilter(nodeListing.network),
  networkName: stringFilter(nodeListing.networkName),
  nodeType: valueFilter(node.nodeType),
  desiredState: valueFilter(nodeListing.desiredState),
  phase: hasPhase,
  health: valueFilter(shownHealth),
  incidents: incidentsOfNode,
  problems: problemsOfNode,
  cpuCores: valueFilter(node.cpuCores),
  memoryMiB: valueFilter(node.memoryMiB),
  diskGiB: valueFilter(node.diskGiB),
  revision: valueFilter(node.revision),
  height: valueFilter(nodeListing.height),
  initialBlockDownload: valueFilter(sql`((${node.metrics} ->> 'initialBlockDownload')::boolean)`),
  labels: hasLabels(node.labels),
  createdAt: instantFilter(nodeListing.createdAt),
  updatedAt: instantFilter(nodeListing.updatedAt),
  executor: executorOfNode,
};

const executorFields: Fields<ExecutorWhereInput> = {
  id: idFilter(executor.id),
  name: stringFilter(executor.name),
  version: stringFilter(executor.version),
  channel: stringFilter(executor.channel),
  status: valueFilter(shownStatus),
  cordoned: valueFilter(sql`(${isNotNull(executor.cordon)})`),
  draining: valueFilter(sql`(${isNotNull(executor.drain)})`),
  labels: hasLabels(executor.labels),
  lastSeenAt: instantFilter(executor.lastSeenAt),
  createdAt: instantFilter(executor.createdAt),
  nodes: nodesOfExecutor,
};

function hasLabels(column: typeof node.labels | typeof executor.labels) {
  return (labels: readonly LabelInput[]) =>
    and(...labels.map(({ key, value }) => sql`${column} @> ${JSON.stringify({ [key]: value })}::jsonb`));
}

const letsThrough = (filter: NodePhaseFilter, phase: NodePhase): boolean =>
  (filter.equals ?? phase) === phase &&
  (filter.in?.includes(phase) ?? true) &&
  !filter.notIn?.includes(phase) &&
  !(filter.not && letsThrough(filter.not, phase));

/** Selects what a filter of `shownPhase` would, several times as fast: PostgreSQL can join what is excluded. */
function hasPhase(filter: NodePhaseFilter): SQL | undefined {
  const { phase } = nodeListing;
  const shown = new Set(phases.filter((name) => letsThrough(filter, name)));
  return anyOf([
    and(not(isOffline), isNotNull(phase), reports(shown)),
    ...(shown.has('unknown') ? [and(isNotNull(phase), isOffline)] : []),
    ...(shown.has('pending') ? [sql`${phase} IS NULL`] : []),
  ]);
}

/** The reported phase of nodes that are shown with one of these phases: `running` is `syncing` for those behind. */
function reports(shown: ReadonlySet<NodePhase>): SQL | undefined {
  const { phase } = nodeListing;
  if (shown.has('running') === shown.has('syncing')) return valueFilter(phase)({ in: [...shown] });
  const runsAsShown = shown.has('running') ? not(isBehindSiblings) : isBehindSiblings;
  const reported = new Set([...shown, 'running' as const]);
  return and(
    valueFilter(phase)({ in: [...reported] }),
    reported.size === 1 ? runsAsShown : sql`(${phase} <> 'running' OR ${runsAsShown})`,
  );
}

function problemsOfNode({ has, hasSome, isEmpty }: NodeProblemListFilter): SQL | undefined {
  return and(
    has ? hasProblem(has) : undefined,
    hasSome ? anyOf(hasSome.map(hasProblem)) : undefined,
    typeof isEmpty === 'boolean' ? (isEmpty ? not(hasAnyProblem) : hasAnyProblem) : undefined,
  );
}

function incidentsOfNode({ has, hasSome }: NodeIncidentListFilter): SQL | undefined {
  return and(has ? hasIncident(has) : undefined, hasSome ? anyOf(hasSome.map(hasIncident)) : undefined);
}

function executorOfNode(filter: ExecutorRelationFilter): SQL | undefined {
  const holds = (where: ExecutorWhereInput | null | undefined) => conditionOf(where, executorFields) ?? sql`true`;
  return and(filter.is ? holds(filter.is) : undefined, filter.isNot ? sql`NOT ${holds(filter.isNot)}` : undefined);
}

function nodesOfExecutor({ some, every, none }: NodeListRelationFilter): SQL | undefined {
  // Inside, `node_listing` is one of the executor's nodes, even if the outer query is on nodes.
  const isOfExecutor = and(
    eq(nodeListing.organizationId, executor.organizationId),
    eq(nodeListing.executorId, executor.id),
  );
  const has = (condition: SQL | undefined) =>
    sql`EXISTS (SELECT 1 FROM ${nodeListing} LEFT JOIN ${node} ON ${hasKey(node, nodeListing.organizationId, nodeListing.id)} WHERE ${and(isOfExecutor, condition)})`;
  return and(
    some ? has(conditionOf(some, nodeFields)) : undefined,
    every ? sql`NOT ${has(sql`(${conditionOf(every, nodeFields) ?? sql`true`}) IS NOT TRUE`)}` : undefined,
    none ? sql`NOT ${has(conditionOf(none, nodeFields))}` : undefined,
  );
}

/** Throws `invalid_input`. */
export const nodeCondition = (where: NodeWhereInput | null | undefined): SQL | undefined => whereOf(where, nodeFields);

/** Throws `invalid_input`. */
export const executorCondition = (where: ExecutorWhereInput | null | undefined): SQL | undefined =>
  whereOf(where, executorFields);

/** Returns the place of a value in a list. */
function rankIn(value: SQL, order: readonly string[]): SQL {
  return sql`(CASE ${value} ${sql.raw(order.map((each, rank) => `WHEN '${each}' THEN ${rank}`).join(' '))} END)`;
}

/** Those that need attention first. The reverse order of the cases is faster: most nodes run. */
const phaseRank = sql`(CASE ${shownPhase} ${sql.raw(
  phases
    .map((phase, rank) => `WHEN '${phase}' THEN ${rank}`)
    .toReversed()
    .join(' '),
)} END)`;
const healthRank = rankIn(shownHealth, healthOrder);

export const nodesByName: OrderTerm = { name: 'name', value: nodeListing.name, descending: false };

/** Returns an order that tells all nodes apart. Throws `invalid_input`. */
export const nodeOrder = (orderBy: readonly NodeOrderByInput[] | null | undefined): OrderTerm[] => [
  ...termsOf(orderBy, {
    ...getTableColumns(node),
    ...getTableColumns(nodeListing),
    executorName: executor.name,
    phase: phaseRank,
    health: healthRank,
  }),
  nodesByName,
];

/** Returns an order that tells all executors of an organization apart. Throws `invalid_input`. */
export const executorOrder = (orderBy: readonly ExecutorOrderByInput[] | null | undefined): OrderTerm[] => [
  ...termsOf(orderBy, { ...getTableColumns(executor), status: shownStatus }),
  { name: 'name', value: executor.name, descending: false },
];
