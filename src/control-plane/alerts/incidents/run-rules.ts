import type { LifecycleTable } from '../../../bitcoin/clients/lifecycle.ts';
import type { Network } from '../../../bitcoin/node-config.ts';
import { dropChainAnswers, readChainAnswers, requestChains } from '../../agents/agent-requests/chain-requests.ts';
import { chainCodes } from '../../fleet/inventory/node-problems.ts';
import type { BusMessage } from '../../platform/bus/message.ts';
import { publish } from '../../platform/bus/outbox.ts';
import { type Database, type KeyText, keyOf, rowsOf, sql, type TenantKey } from '../../platform/database/database.ts';
import type { Fence } from '../../platform/jobs/lease.ts';
import type { JobDeps, ReplicaJob } from '../../platform/jobs/run-on-one-replica.ts';
import type { ControlPlaneSettings } from '../../settings.ts';
import { ruleMark, ruleRun } from '../../tables/incidents.ts';
import { type Policies, readPolicies } from '../notifications/settings.ts';
import { notifyChanges } from './notify.ts';
import { type IncidentChange, planChanges } from './plan-changes.ts';
import {
  allExecutors,
  type FleetNetwork,
  nodesOfExecutors,
  nodesOfNetworks,
  readExecutors,
  readExits,
  readNodes,
  readOthers,
} from './read-facts.ts';
import { networkKeyOf, RuleMemory } from './rule-memory.ts';
import { executorKeyOf, type NodeFacts } from './rules/facts.ts';
import { compareNetworks, judge } from './rules/judge.ts';
import {
  dropIncidents,
  dropMarks,
  readPresent,
  readTimed,
  storeIncidents,
  storeNetworks,
  storeWatches,
} from './store-incidents.ts';
import { changedWatches, dueQuestions, isSameBranch, observeDisks, observeNode, withStances } from './watches.ts';

/** After a longer pause, waits start again. */
const gapMs = 60_000;

/** Judged in one transaction, so that none blocks the process for long. */
const maxExecutors = 100;
const maxMarks = 50_000;

export interface RunRulesDeps {
  database: Database;
  fence: Fence;
  lifecycle: LifecycleTable;
  notify(transaction: Database, changes: readonly IncidentChange[]): Promise<void>;
  memory: RuleMemory;
  /** Default: the database's time. */
  now?: Date;
}

/** What a run judges, and what is the same for all of its pieces. */
interface Run extends Awaited<ReturnType<typeof readRun>> {
  now: Date;
  afterGap: boolean;
  policies: Policies;
}

/**
 * Evaluates the rules for what changed and what is due: opens, updates and closes incidents. Commits nothing after another
 * replica took over. No change is missed: a mark is committed with its change, facts are read after the marks, and these
 * are deleted when all of them are judged. Time alone changes what the memory or an incident says, and everything is judged
 * after a failed run, by a replica that takes over, and every few minutes.
 */
export async function runRules(deps: RunRulesDeps): Promise<void> {
  const { database, memory, fence, lifecycle } = deps;
  const [clock] = rowsOf<{ now: string }>(await database.execute(sql`SELECT now() AS now`));
  const now = deps.now ?? new Date(clock?.now ?? Date.now());
  const [lastRun] = await database.select().from(ruleRun);
  const afterGap = lastRun === undefined || now.getTime() - lastRun.at.getTime() > gapMs;
  const others = await readOthers(database, now);
  const basis = JSON.stringify([now.toISOString().slice(0, 10), others.releases]);
  // A clock that was set back makes nothing due.
  memory.begin(afterGap || now < lastRun.at || lastRun.runner !== memory.runner, basis, lifecycle);
  const marks = await database.select().from(ruleMark).orderBy(ruleMark.id).limit(maxMarks);
  const policies = await readPolicies(database);
  const run: Run = { now, afterGap, policies, ...(await readRun(deps, others, marks, now)) };
  do {
    const piece = [...run.queue.values().take(maxExecutors)];
    for (const executor of piece) run.queue.delete(keyOf(executor));
    await judgePiece(deps, run, piece);
    // The rest belongs to no executor.
    run.others = {
      ...{ releases: others.releases, keys: [], consumers: [], channels: [] },
      ...{ stoppedRollouts: [], stoppedNodeRollouts: [], backups: [] },
    };
    run.timed = run.timed.filter(({ subjectType }) => subjectType === 'network');
  } while (run.queue.size > 0);
  await database.transaction(async (transaction) => {
    await dropChainAnswers(transaction, run.answers);
    await dropMarks(transaction, marks);
    const last = { runner: memory.runner, at: deps.now ?? sql`now()` };
    await transaction
      .insert(ruleRun)
      .values({ id: 1, ...last })
      .onConflictDoUpdate({ target: ruleRun.id, set: last });
    await fence(transaction);
  });
  memory.end(basis, run.exited);
}

/** Finds the executors to judge. */
async function readRun(
  { database, memory }: RunRulesDeps,
  others: Awaited<ReturnType<typeof readOthers>>,
  marks: readonly (typeof ruleMark.$inferSelect)[],
  now: Date,
) {
  const answers = await readChainAnswers(database);
  const exitsOf = await readExits(database, now);
  const timed = await readTimed(database);
  const byKey = (rows: readonly { organizationId: string; executorId: string | null }[]) =>
    new Map(
      rows.flatMap(({ organizationId, executorId: id }) =>
        id === null ? [] : [[keyOf({ organizationId, id }), { organizationId, id }] as const],
      ),
    );
  const exited = byKey([...exitsOf.values()]);
  const organizations = marks.flatMap(({ organizationId, executorId }) => (executorId === null ? organizationId : []));
  const ofOrganizations = memory.isEmpty ? await allExecutors(database) : await allExecutors(database, organizations);
  /** Their networks are compared as well. */
  const changed = byKey([...marks, ...answers, ...timed]);
  const due = new Map(memory.dueAt(now.getTime()).map((executor) => [keyOf(executor), executor]));
  const queue = new Map([...changed, ...byKey(ofOrganizations), ...due, ...exited, ...memory.exited]);
  const networks = timed.flatMap(({ organizationId, subjectType, subjectId }): FleetNetwork[] =>
    subjectType === 'network' ? [{ organizationId, network: (subjectId.split(':')[0] ?? '') as Network }] : [],
  );
  return { others, answers, exitsOf, exited, timed, changed, queue, networks, compared: new Set<string>() };
}

/** A problem found by comparison with siblings belongs to the node, and may change its phase. */
function messagesOf({ row: { organizationId, id, code, subjectId } }: IncidentChange): BusMessage[] {
  const incident: BusMessage = { kind: 'changed', organizationId, type: 'incident', id };
  if (!chainCodes.some((ofChain) => ofChain === code)) return [incident];
  return [incident, { kind: 'changed', organizationId, type: 'node', id: subjectId }];
}

/** The nodes that left the leading branch of a split, or returned to it: their health changed. */
function movedBranches(
  watches: readonly (TenantKey & { value: NodeFacts['watch'] })[],
  before: ReadonlyMap<KeyText, NodeFacts['watch']>,
): BusMessage[] {
  return watches.flatMap(({ organizationId, id, value }): BusMessage[] =>
    isSameBranch(value?.branch ?? null, before.get(keyOf({ organizationId, id }))?.branch ?? null)
      ? []
      : [{ kind: 'changed', organizationId, type: 'node', id }],
  );
}

/** Judges executors with all their nodes, the networks to compare, and in the first piece everything else. */
async function judgePiece(
  { database, fence, lifecycle, notify, memory }: RunRulesDeps,
  run: Run,
  piece: readonly TenantKey[],
) {
  const { now, afterGap, policies, exitsOf, queue, timed } = run;
  const read = await readNodes(database, nodesOfExecutors(piece), exitsOf);
  const networks = networksOf(run, memory, piece, read);
  const isCompared = new Set(networks.map(networkKeyOf));
  const siblings = networks.length === 0 ? [] : await readNodes(database, nodesOfNetworks(networks), exitsOf);
  const before = new Map([...read, ...siblings].map((node) => [keyOf(node), node] as const));
  const watchedBefore = new Map([...before].map(([key, { watch }]) => [key, watch]));
  const readings = new Map(
    run.answers.map(({ organizationId, nodeId: id, reading }) => [keyOf({ organizationId, id }), reading] as const),
  );
  const watched = new Map([...before].map(([key, node]) => [key, observeNode(node, readings.get(key))]));
  const latest = (nodes: readonly NodeFacts[]) => nodes.map((node) => watched.get(keyOf(node)) ?? node);
  const nodes = latest(read);
  const compared = latest(siblings).filter((node) => isCompared.has(networkKeyOf(node)));
  const comparison = compareNetworks(compared, now, policies.thresholdsFor);
  const { ofNetworks, shown, questions } = comparison;
  const concerned = memory.compare({ networks, nodes: compared, now: now.getTime(), ...comparison }, policies);
  const ofPiece = new Set(piece.map(keyOf));
  for (const executor of concerned) if (!ofPiece.has(keyOf(executor))) queue.set(keyOf(executor), executor);
  const { executors, disks } = observeDisks(await readExecutors(database, piece, now), now);
  const judged = [
    ...judge({ executors, nodes, ...run.others }, memory.compared, now, policies.thresholdsFor, lifecycle),
    ...ofNetworks,
  ];
  const present = [
    ...(await readPresent(database, piece, nodes)),
    ...timed.filter(({ organizationId, subjectType, subjectId }) =>
      subjectType === 'network'
        ? isCompared.has(`${organizationId} ${subjectId.split(':')[0]}`)
        : !['executor', 'node'].includes(subjectType),
    ),
  ];
  const asked = dueQuestions(questions, compared, now);
  const plan = planChanges({ judged, present, policies, now, afterGap });
  const stances = withStances(compared, comparison, [...present, ...plan.stores]);
  const stood = new Map(stances.map((node) => [keyOf(node), node] as const));
  const watches = changedWatches(
    [...watched.values()].map((node) => stood.get(keyOf(node)) ?? node),
    watchedBefore,
    asked,
    now,
  );
  if ([watches, disks, plan.drops, plan.stores, asked, networks].some(({ length }) => length > 0))
    await database.transaction(async (transaction) => {
      // A stall must not keep its locks from the replica that takes over.
      await transaction.execute(sql`SET LOCAL idle_in_transaction_session_timeout = '10s'`);
      await storeWatches(transaction, 'node', watches);
      await storeWatches(transaction, 'executor', disks);
      await storeNetworks(transaction, networks, shown);
      await dropIncidents(transaction, plan.drops);
      await storeIncidents(transaction, plan.stores);
      await notify(transaction, plan.changes);
      await requestChains(transaction, asked);
      await publish(transaction, ...plan.changes.flatMap(messagesOf), ...movedBranches(watches, watchedBefore));
      await fence(transaction);
    });
  memory.judged(piece, executors, nodes, now, policies.thresholdsFor);
}

/** Returns the networks to compare now, each at most once in a run. */
function networksOf(
  run: Run,
  memory: RuleMemory,
  piece: readonly TenantKey[],
  nodes: readonly NodeFacts[],
): FleetNetwork[] {
  const now = run.now.getTime();
  const nodesOf = Map.groupBy(nodes, executorKeyOf);
  for (const executor of piece)
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

export const rulesJob = ({ database, settings, deliveries, lifecycle }: JobDeps): ReplicaJob => {
  const memory = new RuleMemory();
  return {
    what: 'evaluate incident rules',
    everySeconds: 5,
    // Less than what counts as a gap.
    maxEverySeconds: 30,
    run: async (_signal, fence) => {
      const notify: RunRulesDeps['notify'] = (transaction, changes) =>
        notifyChanges(transaction, changes, settings.publicUrl);
      await runRules({ database, fence, lifecycle: lifecycle.table, notify, memory });
      deliveries.wake();
    },
  };
};

/** Keeps closed incidents and deliveries as long as events, and webhook secrets until their ends. */
export const alertRetentionJob = (database: Database, { eventRetentionDays }: ControlPlaneSettings): ReplicaJob => ({
  what: 'delete old incidents, deliveries and webhook secrets',
  everySeconds: 3600,
  run: async () => {
    const oldest = sql`now() - make_interval(days => ${eventRetentionDays}::int)`;
    await database.execute(sql`DELETE FROM alert_incident WHERE status = 'closed' AND closed_at < ${oldest}`);
    await database.execute(sql`DELETE FROM webhook_delivery WHERE status <> 'pending' AND created_at < ${oldest}`);
    await database.execute(sql`
      UPDATE notification_channel SET secrets = (
        SELECT jsonb_agg(secret ORDER BY place)
        FROM jsonb_array_elements(secrets) WITH ORDINALITY AS stored(secret, place)
        WHERE coalesce((secret->>'until')::timestamptz > now(), true))
      WHERE jsonb_array_length(secrets) > 1`);
  },
});
