import type { LifecycleTable } from '../../../bitcoin/clients/lifecycle.ts';
import { addReading } from '../../../storage/disk-trend.ts';
import { chainCodes } from '../../fleet/inventory/node-problems.ts';
import type { BusMessage } from '../../platform/bus/message.ts';
import { publish } from '../../platform/bus/publish.ts';
import { type Database, rowsOf } from '../../platform/database/database.ts';
import { sql } from '../../platform/database/drizzle.ts';
import type { Fence } from '../../platform/jobs/lease.ts';
import { ruleRun } from '../../tables/incidents.ts';
import { readPolicies } from '../notifications/read-policies.ts';
import { type IncidentChange, planChanges } from './plan-changes.ts';
import { readFacts } from './read-facts.ts';
import { watchChain } from './rules/chain-watch.ts';
import type { Facts } from './rules/facts.ts';
import { judge } from './rules/judge.ts';
import { dropIncidents, readPresent, storeChains, storeDisks, storeIncidents } from './store-incidents.ts';

/** When nobody looked for so long, waits begin again. */
const gapMs = 60_000;

export interface RunRulesDeps {
  database: Database;
  fence: Fence;
  lifecycle: LifecycleTable;
  /** Has people told, within the transaction of the change. */
  notify(transaction: Database, changes: readonly IncidentChange[]): Promise<void>;
  /** Default: the database's time. */
  now?: Date;
}

/** Judges everything by every rule once, and opens, updates and closes incidents. Commits nothing after another replica took over. */
export async function runRules({ database, fence, lifecycle, notify, now: given }: RunRulesDeps): Promise<void> {
  const now = given ?? (await databaseTime(database));
  const [lastRun] = await database.select({ at: ruleRun.at }).from(ruleRun);
  const afterGap = lastRun === undefined || now.getTime() - lastRun.at.getTime() > gapMs;
  const { facts, chains, disks } = await observe(database, now);
  const policies = await readPolicies(database);
  const present = await readPresent(database);
  const judged = judge(facts, { now, thresholdsFor: policies.thresholdsFor, lifecycle });
  const plan = planChanges({ judged, present, policies, now, afterGap });
  await database.transaction(async (transaction) => {
    // A stall in here must not keep its locks from the replica that takes over.
    await transaction.execute(sql`SET LOCAL idle_in_transaction_session_timeout = '10s'`);
    await storeChains(transaction, chains);
    await storeDisks(transaction, disks);
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

/** What its siblings show of a node is a problem of it, and may change its phase. */
function messagesOf({ row: { organizationId, id, code, subjectId } }: IncidentChange): BusMessage[] {
  const incident: BusMessage = { kind: 'changed', organizationId, type: 'incident', id };
  if (!chainCodes.some((ofChain) => ofChain === code)) return [incident];
  return [incident, { kind: 'changed', organizationId, type: 'node', id: subjectId }];
}

async function databaseTime(database: Database): Promise<Date> {
  const [row] = rowsOf<{ now: string }>(await database.execute(sql`SELECT now() AS now`));
  return new Date(row?.now ?? Date.now());
}

/** Reads the facts, with what they add to what was known before. */
async function observe(database: Database, now: Date) {
  const facts = await readFacts(database, now);
  const nodes = facts.nodes.map((node) =>
    node.sample === null ? node : { ...node, watch: watchChain(node.watch, node.sample) },
  );
  const executors = facts.executors.map((executor) =>
    executor.online && executor.diskTotalMiB > 0
      ? {
          ...executor,
          diskHistory: addReading(executor.diskHistory, { at: now.getTime(), freeMiB: executor.diskFreeMiB }),
        }
      : executor,
  );
  const observed: Facts = { ...facts, nodes, executors };
  return {
    facts: observed,
    chains: nodes.flatMap(({ id, watch }, index) =>
      watch === null || watch === facts.nodes[index]?.watch ? [] : [{ nodeId: id, chain: watch }],
    ),
    disks: executors.flatMap(({ id, diskHistory }, index) =>
      diskHistory === facts.executors[index]?.diskHistory ? [] : [{ executorId: id, disk: diskHistory }],
    ),
  };
}
