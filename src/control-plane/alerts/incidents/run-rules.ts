import type { LifecycleTable } from '../../../bitcoin/clients/lifecycle.ts';
import { addReading } from '../../../storage/disk-trend.ts';
import {
  type ChainAnswer,
  type ChainQuestion,
  dropChainAnswers,
  readChainAnswers,
  requestChains,
} from '../../agents/agent-requests/chain-requests.ts';
import { chainCodes } from '../../fleet/inventory/node-problems.ts';
import type { BusMessage } from '../../platform/bus/message.ts';
import { publish } from '../../platform/bus/outbox.ts';
import { type Database, ne, rowsOf, sql } from '../../platform/database/database.ts';
import type { Fence } from '../../platform/jobs/lease.ts';
import type { JobDeps, ReplicaJob } from '../../platform/jobs/run-on-one-replica.ts';
import type { ControlPlaneSettings } from '../../settings.ts';
import { alertIncident, type ChainWatch, ruleRun } from '../../tables/incidents.ts';
import { readPolicies } from '../notifications/settings.ts';
import { notifyChanges } from './notify.ts';
import { type IncidentChange, planChanges, type RuleColumns } from './plan-changes.ts';
import { readFacts } from './read-facts.ts';
import { watchChain, withReading } from './rules/compare-chains.ts';
import type { NodeFacts } from './rules/facts.ts';
import { judge } from './rules/judge.ts';
import { networkName } from './rules/judge-chains.ts';
import { dropIncidents, storeIncidents, storeWatches } from './store-incidents.ts';

/** After a longer pause, waits start again. */
const gapMs = 60_000;

export interface RunRulesDeps {
  database: Database;
  fence: Fence;
  lifecycle: LifecycleTable;
  notify(transaction: Database, changes: readonly IncidentChange[]): Promise<void>;
  /** Default: the database's time. */
  now?: Date;
}

/** Evaluates all rules once: opens, updates and closes incidents. Commits nothing after another replica took over. */
export async function runRules({ database, fence, lifecycle, notify, now: given }: RunRulesDeps): Promise<void> {
  const [clock] = rowsOf<{ now: string }>(await database.execute(sql`SELECT now() AS now`));
  const now = given ?? new Date(clock?.now ?? Date.now());
  const [lastRun] = await database.select({ at: ruleRun.at }).from(ruleRun);
  const afterGap = lastRun === undefined || now.getTime() - lastRun.at.getTime() > gapMs;
  const answers = await readChainAnswers(database);
  const { facts, disks, watchedBefore } = await observe(database, answers, now);
  const policies = await readPolicies(database);
  const present = await database.select().from(alertIncident).where(ne(alertIncident.status, 'closed'));
  const { judged, questions, stances } = judge(facts, now, policies.thresholdsFor, lifecycle);
  const asked = dueQuestions(questions, facts.nodes, now);
  const plan = planChanges({ judged, present, policies, now, afterGap });
  const watches = withStances(facts.nodes, stances, [...present, ...plan.stores]);
  await database.transaction(async (transaction) => {
    // A stall must not keep its locks from the replica that takes over.
    await transaction.execute(sql`SET LOCAL idle_in_transaction_session_timeout = '10s'`);
    await storeWatches(transaction, 'node', changedWatches(watches, watchedBefore, asked, now));
    await storeWatches(transaction, 'executor', disks);
    await dropIncidents(transaction, plan.drops);
    await storeIncidents(transaction, plan.stores);
    await notify(transaction, plan.changes);
    await dropChainAnswers(transaction, answers);
    await requestChains(transaction, asked);
    await publish(transaction, ...plan.changes.flatMap(messagesOf));
    await transaction
      .insert(ruleRun)
      .values({ id: 1, at: now })
      .onConflictDoUpdate({ target: ruleRun.id, set: { at: now } });
    await fence(transaction);
  });
}

/** A problem found by comparison with siblings belongs to the node, and may change its phase. */
function messagesOf({ row: { organizationId, id, code, subjectId } }: IncidentChange): BusMessage[] {
  const incident: BusMessage = { kind: 'changed', organizationId, type: 'incident', id };
  if (!chainCodes.some((ofChain) => ofChain === code)) return [incident];
  return [incident, { kind: 'changed', organizationId, type: 'node', id: subjectId }];
}

/** Adds the facts to earlier observations. */
async function observe(database: Database, answers: readonly ChainAnswer[], now: Date) {
  const facts = await readFacts(database, now);
  const readings = new Map(answers.map(({ nodeId, reading }) => [nodeId, reading]));
  const nodes = facts.nodes.map((node) => {
    if (node.sample === null) return node;
    const watched = watchChain(node.watch, node.sample);
    const reading = readings.get(node.id);
    return { ...node, watch: reading === undefined ? watched : withReading(watched, reading) };
  });
  const executors = facts.executors.map((executor) => {
    if (!executor.online || executor.diskTotalGiB <= 0) return executor;
    const reading = { at: now.getTime(), free: executor.diskFreeGiB };
    return { ...executor, diskHistory: addReading(executor.diskHistory, reading) };
  });
  const disks = executors.filter(({ diskHistory }, index) => diskHistory !== facts.executors[index]?.diskHistory);
  return {
    facts: { ...facts, nodes, executors },
    watchedBefore: new Map(facts.nodes.map(({ id, watch }) => [id, watch])),
    disks: disks.map(({ organizationId, id, diskHistory }) => ({ organizationId, id, value: diskHistory })),
  };
}

/** Each daemon gets two of these requests a minute at most. */
const askEveryMs = 30_000;

function dueQuestions(
  questions: ReadonlyMap<string, readonly number[]>,
  nodes: readonly NodeFacts[],
  now: Date,
): ChainQuestion[] {
  if (questions.size === 0) return [];
  return nodes.flatMap(({ organizationId, id, watch }) => {
    const heights = questions.get(id);
    const isDue = now.getTime() - (watch?.askedAt ?? 0) >= askEveryMs;
    return heights !== undefined && isDue ? [{ organizationId, nodeId: id, heights }] : [];
  });
}

/** Records how nodes stand while an incident of their network is open: what never opened one is forgotten. */
function withStances(
  nodes: readonly NodeFacts[],
  stances: ReadonlyMap<string, ChainWatch['apart']>,
  incidents: readonly RuleColumns[],
) {
  const open = incidents.filter(({ code, status }) => code === 'chain_split' && status === 'open');
  const split = new Set(open.map(({ organizationId, subjectId }) => `${organizationId} ${subjectId}`));
  return nodes.map((node) => {
    const { organizationId, id, watch } = node;
    const stance = split.has(`${organizationId} ${networkName(node)}`) ? stances.get(id) : null;
    const isNews = watch !== null && stance !== undefined && stance !== (watch.apart ?? null);
    return { organizationId, id, watch: isNews ? { ...watch, apart: stance } : watch };
  });
}

/** Returns what is newly known of nodes' chains, with the time of their questions. */
function changedWatches(
  nodes: readonly Pick<NodeFacts, 'organizationId' | 'id' | 'watch'>[],
  before: ReadonlyMap<string, NodeFacts['watch']>,
  asked: readonly ChainQuestion[],
  now: Date,
) {
  const askedIds = new Set(asked.map(({ nodeId }) => nodeId));
  return nodes.flatMap(({ organizationId, id, watch }) => {
    const value = watch !== null && askedIds.has(id) ? { ...watch, askedAt: now.getTime() } : watch;
    return value === before.get(id) ? [] : [{ organizationId, id, value }];
  });
}

export const rulesJob = ({ database, settings, deliveries, lifecycle }: JobDeps): ReplicaJob => ({
  what: 'evaluate incident rules',
  everySeconds: 5,
  // Less than what counts as a gap.
  maxEverySeconds: 30,
  run: async (_signal, fence) => {
    const notify: RunRulesDeps['notify'] = (transaction, changes) =>
      notifyChanges(transaction, changes, settings.publicUrl);
    await runRules({ database, fence, lifecycle: lifecycle.table, notify });
    deliveries.wake();
  },
});

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
