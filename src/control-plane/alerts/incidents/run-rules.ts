import type { LifecycleTable } from '../../../bitcoin/clients/lifecycle.ts';
import { addReading } from '../../../storage/disk-trend.ts';
import { chainCodes } from '../../fleet/inventory/node-problems.ts';
import { publish } from '../../platform/bus/bus.ts';
import type { BusMessage } from '../../platform/bus/message.ts';
import { type Database, rowsOf } from '../../platform/database/database.ts';
import { sql } from '../../platform/database/drizzle.ts';
import type { Fence } from '../../platform/jobs/lease.ts';
import type { JobDeps, ReplicaJob } from '../../platform/jobs/run-on-one-replica.ts';
import type { ControlPlaneSettings } from '../../settings.ts';
import { ruleRun } from '../../tables/incidents.ts';
import { readPolicies } from '../notifications/read-settings.ts';
import type { WebhookDeps } from '../webhooks/resolvers.ts';
import { notifyChanges } from './notify.ts';
import { type IncidentChange, planChanges } from './plan-changes.ts';
import { readFacts } from './read-facts.ts';
import { watchChain } from './rules/compare-chains.ts';
import { judge } from './rules/judge.ts';
import { dropIncidents, readPresent, storeIncidents, storeWatches } from './store-incidents.ts';

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

/**
 * Evaluates all rules once, and opens, updates and closes incidents. Commits nothing after another replica took over.
 */
export async function runRules({ database, fence, lifecycle, notify, now: given }: RunRulesDeps): Promise<void> {
  const now = given ?? (await databaseTime(database));
  const [lastRun] = await database.select({ at: ruleRun.at }).from(ruleRun);
  const afterGap = lastRun === undefined || now.getTime() - lastRun.at.getTime() > gapMs;
  const { facts, chains, disks } = await observe(database, now);
  const policies = await readPolicies(database);
  const present = await readPresent(database);
  const judged = judge(facts, now, policies.thresholdsFor, lifecycle);
  const plan = planChanges({ judged, present, policies, now, afterGap });
  await database.transaction(async (transaction) => {
    // A stall must not keep its locks from the replica that takes over.
    await transaction.execute(sql`SET LOCAL idle_in_transaction_session_timeout = '10s'`);
    await storeWatches(transaction, 'node', chains);
    await storeWatches(transaction, 'executor', disks);
    await dropIncidents(transaction, plan.drops);
    await storeIncidents(transaction, plan.stores);
    await notify(transaction, plan.changes);
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

async function databaseTime(database: Database): Promise<Date> {
  const [row] = rowsOf<{ now: string }>(await database.execute(sql`SELECT now() AS now`));
  return new Date(row?.now ?? Date.now());
}

/** Adds the facts to earlier observations. */
async function observe(database: Database, now: Date) {
  const facts = await readFacts(database, now);
  const nodes = facts.nodes.map((node) =>
    node.sample === null ? node : { ...node, watch: watchChain(node.watch, node.sample) },
  );
  const executors = facts.executors.map((executor) => {
    if (!executor.online || executor.diskTotalMiB <= 0) return executor;
    const reading = { at: now.getTime(), freeMiB: executor.diskFreeMiB };
    return { ...executor, diskHistory: addReading(executor.diskHistory, reading) };
  });
  const chains = nodes.filter(({ watch }, index) => watch !== facts.nodes[index]?.watch);
  const disks = executors.filter(({ diskHistory }, index) => diskHistory !== facts.executors[index]?.diskHistory);
  return {
    facts: { ...facts, nodes, executors },
    chains: chains.map(({ id, watch }) => ({ id, value: watch })),
    disks: disks.map(({ id, diskHistory }) => ({ id, value: diskHistory })),
  };
}

export const rulesJob = (
  database: Database,
  { publicUrl }: ControlPlaneSettings,
  { wake }: WebhookDeps['deliveries'],
  lifecycle: JobDeps['lifecycle'],
): ReplicaJob => ({
  what: 'evaluate incident rules',
  everySeconds: 5,
  run: async (_signal, fence) => {
    const notify: RunRulesDeps['notify'] = (transaction, changes) => notifyChanges(transaction, changes, publicUrl);
    await runRules({ database, fence, lifecycle: lifecycle.table, notify });
    wake();
  },
});

/** Keeps closed incidents and deliveries as long as events. */
export const alertRetentionJob = (database: Database, { eventRetentionDays }: ControlPlaneSettings): ReplicaJob => ({
  what: 'delete old incidents and webhook deliveries',
  everySeconds: 3600,
  run: async () => {
    const oldest = sql`now() - make_interval(days => ${eventRetentionDays}::int)`;
    await database.execute(sql`DELETE FROM alert_incident WHERE status = 'closed' AND closed_at < ${oldest}`);
    await database.execute(sql`DELETE FROM webhook_delivery WHERE status <> 'pending' AND created_at < ${oldest}`);
  },
});
