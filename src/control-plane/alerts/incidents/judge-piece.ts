import type { LifecycleTable } from '../../../bitcoin/clients/lifecycle.ts';
import {
  type ChainQuestion,
  type readChainAnswers,
  requestChains,
} from '../../agents/agent-requests/chain-requests.ts';
import { chainCodes } from '../../fleet/inventory/node-problems.ts';
import type { BusMessage } from '../../platform/bus/message.ts';
import { publish } from '../../platform/bus/outbox.ts';
import { type Database, type KeyText, keyOf, sql, type TenantKey } from '../../platform/database/database.ts';
import type { Fence } from '../../platform/jobs/lease.ts';
import type { ChainNetworkRow, IncidentRow } from '../../tables/incidents.ts';
import type { Policies } from '../notifications/settings.ts';
import { type IncidentChange, planChanges, type RuleColumns } from './plan-changes.ts';
import {
  type Exits,
  type FleetNetwork,
  nodesOfExecutors,
  nodesOfNetworks,
  readExecutors,
  readNodes,
  type readOthers,
} from './read-facts.ts';
import { networkKeyOf, type RuleMemory } from './rule-memory.ts';
import { type ExecutorFacts, executorKeyOf, type NodeFacts } from './rules/facts.ts';
import { compareNetworks, judge } from './rules/judge.ts';
import { dropIncidents, readPresent, storeIncidents, storeNetworks, storeWatches } from './store-incidents.ts';
import { changedWatches, dueQuestions, isSameBranch, observeDisks, observeNode, withStances } from './watches.ts';

export interface PieceDeps {
  database: Database;
  fence: Fence;
  lifecycle: LifecycleTable;
  notify(transaction: Database, changes: readonly IncidentChange[]): Promise<void>;
  memory: RuleMemory;
}

/** What is the same for all pieces of a run. The queue and the compared networks change with each of them. */
export interface Run {
  now: Date;
  /** Whether the rules did not run for a while, so that waits start again. */
  afterGap: boolean;
  policies: Policies;
  answers: Awaited<ReturnType<typeof readChainAnswers>>;
  exitsOf: ReadonlyMap<KeyText, Exits>;
  /** Executors that changed: the networks of their nodes are compared as well. */
  changed: ReadonlyMap<KeyText, TenantKey>;
  /** Networks to compare because of their incidents. */
  networks: readonly FleetNetwork[];
  /** Executors that are still to be judged. */
  queue: Map<KeyText, TenantKey>;
  /** Networks that this run has compared. */
  compared: Set<string>;
}

/** Executors that are judged together, and what belongs to none of them. */
export interface Piece {
  executors: readonly TenantKey[];
  others: Awaited<ReturnType<typeof readOthers>>;
  /** Incidents that time alone may change, of networks and of `others`. */
  timed: readonly IncidentRow[];
}

interface PieceFacts extends Piece {
  /** Of its executors. */
  nodes: readonly NodeFacts[];
  /** To compare now. */
  networks: readonly FleetNetwork[];
  /** All nodes of these networks, and maybe of others. */
  siblings: readonly NodeFacts[];
  executorFacts: readonly ExecutorFacts[];
  /** Incidents that are not closed. */
  present: readonly IncidentRow[];
}

type Watches = readonly (TenantKey & { value: NodeFacts['watch'] })[];

/** The facts with what their last samples and answers add to what is watched over time. */
interface Observed {
  executors: ReturnType<typeof observeDisks>['executors'];
  disks: ReturnType<typeof observeDisks>['disks'];
  /** Of the piece's executors. */
  nodes: readonly NodeFacts[];
  /** All nodes of the networks to compare. */
  siblings: readonly NodeFacts[];
  /** Both, by key. */
  watched: ReadonlyMap<KeyText, NodeFacts>;
  watchedBefore: ReadonlyMap<KeyText, NodeFacts['watch']>;
}

type Comparison = ReturnType<typeof compareNetworks>;

/** What judging a piece changes. */
interface Outcome {
  watches: Watches;
  disks: Observed['disks'];
  networks: readonly FleetNetwork[];
  shown: readonly ChainNetworkRow[];
  drops: readonly TenantKey[];
  stores: readonly RuleColumns[];
  changes: readonly IncidentChange[];
  asked: readonly ChainQuestion[];
  messages: readonly BusMessage[];
}

/** Reads a piece of a run, judges it and stores what follows. Queues executors that a comparison of networks concerns. */
export async function evaluatePiece(deps: PieceDeps, run: Run, piece: Piece): Promise<void> {
  const { memory, lifecycle } = deps;
  const { now, policies } = run;
  const facts = await readPiece(deps, run, piece);
  const observed = observe(facts, run);
  const comparison = compareNetworks(observed.siblings, now, policies.thresholdsFor);
  const compared = { networks: facts.networks, nodes: observed.siblings, now: now.getTime(), ...comparison };
  const concerned = memory.compare(compared, policies);
  const own = new Set(piece.executors.map(keyOf));
  for (const executor of concerned) if (!own.has(keyOf(executor))) run.queue.set(keyOf(executor), executor);
  const { executors, nodes } = observed;
  const all = { executors, nodes, ...facts.others };
  const judged = [...judge(all, memory.compared, now, policies.thresholdsFor, lifecycle), ...comparison.ofNetworks];
  await storeOutcome(deps, planOutcome(facts, observed, comparison, judged, run));
  memory.judged(piece.executors, executors, nodes, now, policies.thresholdsFor);
}

async function readPiece({ database, memory }: PieceDeps, run: Run, piece: Piece): Promise<PieceFacts> {
  const { executors, timed } = piece;
  const nodes = await readNodes(database, nodesOfExecutors(executors), run.exitsOf);
  const networks = networksToCompare(run, memory, executors, nodes);
  const isCompared = new Set(networks.map(networkKeyOf));
  return {
    ...piece,
    nodes,
    networks,
    siblings: networks.length === 0 ? [] : await readNodes(database, nodesOfNetworks(networks), run.exitsOf),
    executorFacts: await readExecutors(database, executors, run.now),
    present: [
      ...(await readPresent(database, executors, nodes)),
      ...timed.filter(({ organizationId, subjectType, subjectId }) =>
        subjectType === 'network'
          ? isCompared.has(`${organizationId} ${subjectId.split(':')[0]}`)
          : !['executor', 'node'].includes(subjectType),
      ),
    ],
  };
}

/** Returns the networks to compare now, each at most once in a run. */
function networksToCompare(
  run: Run,
  memory: RuleMemory,
  executors: readonly TenantKey[],
  nodes: readonly NodeFacts[],
): FleetNetwork[] {
  const now = run.now.getTime();
  const nodesOf = Map.groupBy(nodes, executorKeyOf);
  for (const executor of executors)
    if (run.changed.has(keyOf(executor))) memory.touch(executor, nodesOf.get(keyOf(executor)) ?? [], now);
  const wanted = [...nodes.filter(memory.isUnknown), ...memory.networksToCompare(now), ...run.networks];
  const networks = new Map(
    wanted.map(({ organizationId, network }) => [
      networkKeyOf({ organizationId, network }),
      { organizationId, network },
    ]),
  );
  for (const key of run.compared) networks.delete(key);
  for (const key of networks.keys()) run.compared.add(key);
  return [...networks.values()];
}

function observe({ nodes, siblings, networks, executorFacts }: PieceFacts, { now, answers }: Run): Observed {
  const before = new Map([...nodes, ...siblings].map((node) => [keyOf(node), node] as const));
  const readings = new Map(
    answers.map(({ organizationId, nodeId: id, reading }) => [keyOf({ organizationId, id }), reading] as const),
  );
  const watched = new Map([...before].map(([key, node]) => [key, observeNode(node, readings.get(key))]));
  const latest = (of: readonly NodeFacts[]) => of.map((node) => watched.get(keyOf(node)) ?? node);
  const isCompared = new Set(networks.map(networkKeyOf));
  return {
    ...observeDisks(executorFacts, now),
    nodes: latest(nodes),
    siblings: latest(siblings).filter((node) => isCompared.has(networkKeyOf(node))),
    watched,
    watchedBefore: new Map([...before].map(([key, { watch }]) => [key, watch])),
  };
}

function planOutcome(
  { networks, present }: PieceFacts,
  { siblings, disks, watched, watchedBefore }: Observed,
  comparison: Comparison,
  judged: ReturnType<typeof judge>,
  { now, policies, afterGap }: Run,
): Outcome {
  const asked = dueQuestions(comparison.questions, siblings, now);
  const { drops, stores, changes } = planChanges({ judged, present, policies, now, afterGap });
  const stances = withStances(siblings, comparison, [...present, ...stores]);
  const stood = new Map(stances.map((node) => [keyOf(node), node] as const));
  const latest = [...watched.values()].map((node) => stood.get(keyOf(node)) ?? node);
  const watches = changedWatches(latest, watchedBefore, asked, now);
  const messages = [...changes.flatMap(messagesOf), ...movedBranches(watches, watchedBefore)];
  return { watches, disks, networks, shown: comparison.shown, drops, stores, changes, asked, messages };
}

async function storeOutcome({ database, fence, notify }: PieceDeps, outcome: Outcome): Promise<void> {
  const { watches, disks, networks, shown, drops, stores, changes, asked, messages } = outcome;
  if ([watches, disks, drops, stores, asked, networks].every(({ length }) => length === 0)) return;
  await database.transaction(async (transaction) => {
    // A stall must not keep its locks from the replica that takes over.
    await transaction.execute(sql`SET LOCAL idle_in_transaction_session_timeout = '10s'`);
    await storeWatches(transaction, 'node', watches);
    await storeWatches(transaction, 'executor', disks);
    await storeNetworks(transaction, networks, shown);
    await dropIncidents(transaction, drops);
    await storeIncidents(transaction, stores);
    await notify(transaction, changes);
    await requestChains(transaction, asked);
    await publish(transaction, ...messages);
    await fence(transaction);
  });
}

/** A problem found by comparison with siblings belongs to the node, and may change its phase. */
function messagesOf({ row: { organizationId, id, code, subjectId } }: IncidentChange): BusMessage[] {
  const incident: BusMessage = { kind: 'changed', organizationId, type: 'incident', id };
  if (!chainCodes.some((ofChain) => ofChain === code)) return [incident];
  return [incident, { kind: 'changed', organizationId, type: 'node', id: subjectId }];
}

/** The nodes that left the leading branch of a split, or returned to it: their health changed. */
function movedBranches(watches: Watches, before: ReadonlyMap<KeyText, NodeFacts['watch']>): BusMessage[] {
  return watches.flatMap(({ organizationId, id, value }): BusMessage[] =>
    isSameBranch(value?.branch ?? null, before.get(keyOf({ organizationId, id }))?.branch ?? null)
      ? []
      : [{ kind: 'changed', organizationId, type: 'node', id }],
  );
}
