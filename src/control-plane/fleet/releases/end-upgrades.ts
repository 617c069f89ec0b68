import type { UpgradeState } from '../../../contract/types.generated.ts';
import { type ControlPlaneEvent, lockEventOrder, recordEvents } from '../../history/events/record-events.ts';
import type { BusMessage } from '../../platform/bus/message.ts';
import { publish } from '../../platform/bus/outbox.ts';
import type { Database, SQL } from '../../platform/database/database.ts';
import { and, asc, eq, hasKey, hasKeys, isNull, keyOf, lt, sql, transact } from '../../platform/database/database.ts';
import type { ReplicaJob } from '../../platform/jobs/run-on-one-replica.ts';
import { executor } from '../../tables/executors.ts';
import { executorUpgrade, type UpgradeRow } from '../../tables/releases.ts';
import { bumpRevision } from '../executors/desired-revision.ts';

type EndState = Extract<UpgradeState, 'committed' | 'rolled_back' | 'failed' | 'cancelled' | 'timed_out'>;

export interface Ending {
  state: EndState;
  /** For people. */
  reason: string | null;
}

export function endEvent(
  executorName: string,
  { fromVersion, targetVersion }: Pick<UpgradeRow, 'fromVersion' | 'targetVersion'>,
  { state, reason }: Ending,
): ControlPlaneEvent {
  const back = `rolled back from ${targetVersion} to ${fromVersion}: ${targetVersion} failed`;
  const ends: Record<EndState, [kind: ControlPlaneEvent['kind'], what: string]> = {
    committed: ['executor.upgraded', `was upgraded from ${fromVersion} to ${targetVersion}`],
    rolled_back: ['executor.upgrade_rolled_back', back],
    failed: ['executor.upgrade_failed', `was not upgraded to ${targetVersion}`],
    cancelled: ['executor.upgrade_cancelled', `will not be upgraded to ${targetVersion}`],
    timed_out: ['executor.upgrade_timed_out', `timed out upgrading to ${targetVersion}`],
  };
  const [kind, what] = ends[state];
  return { kind, message: `${executorName} ${what}${reason === null ? '.' : `: ${reason}`}`, executorName };
}

/**
 * Ends matching upgrades and notifies their agents; returns how many. Locks executors first, as heartbeats do; with a
 * `limit`, skips those that are locked, whose heartbeat may end the upgrade.
 */
export async function endUpgrades(
  transaction: Database,
  which: SQL | undefined,
  ending: Ending,
  limit?: number,
): Promise<number> {
  const { id: executorId, name, organizationId } = executor;
  const found = transaction
    .select({ upgrade: executorUpgrade, executorId, name, organizationId })
    .from(executorUpgrade)
    .innerJoin(executor, hasKey(executor, executorUpgrade.organizationId, executorUpgrade.executorId))
    .where(and(isNull(executorUpgrade.endedAt), which))
    .orderBy(asc(executor.id))
    .for('update', limit === undefined ? { of: executor } : { of: executor, skipLocked: true });
  const locked = await (limit === undefined ? found : found.limit(limit));
  if (locked.length === 0) return 0;
  const upgrades = locked.map(({ upgrade }) => upgrade);
  const ended = await transaction
    .update(executorUpgrade)
    .set({ ...ending, progress: null, endedAt: sql`now()`, updatedAt: sql`now()` })
    // It may have ended while this waited for the lock.
    .where(and(hasKeys(executorUpgrade, upgrades), isNull(executorUpgrade.endedAt), which))
    .returning({ organizationId: executorUpgrade.organizationId, id: executorUpgrade.id });
  const endedKeys = new Set(ended.map(keyOf));
  const changed = locked.filter(({ upgrade }) => endedKeys.has(keyOf(upgrade)));
  if (changed.length === 0) return 0;
  await bumpRevision(transaction, ...changed.map(({ organizationId, executorId: id }) => ({ organizationId, id })));
  const messages = changed.flatMap(({ organizationId, executorId: id }): BusMessage[] => [
    { kind: 'changed', organizationId, type: 'executor', id },
    { kind: 'upgrade-ended', organizationId, executorId: id },
  ]);
  await publish(transaction, ...messages);
  const byOrganization = Map.groupBy(changed, (row) => row.organizationId);
  // In one order everywhere: recording events locks the organization.
  for (const [owner, rows] of [...byOrganization].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const events = rows.map((row) => endEvent(row.name, row.upgrade, ending));
    await recordEvents(transaction, owner, events);
  }
  return changed.length;
}

/** Per organization and run. */
const maxAtOnce = 500;

export const upgradeTimeOutJob = (database: Database): ReplicaJob => ({
  what: 'end upgrades that timed out',
  everySeconds: 5,
  run: async (_signal, fence) => {
    const { organizationId, deadline, endedAt } = executorUpgrade;
    const isLate = lt(deadline, sql`now()`);
    const reason = 'The agent did not finish before the deadline; check its last events.';
    const owners = await database
      .selectDistinct({ organizationId })
      .from(executorUpgrade)
      .where(and(isNull(endedAt), isLate));
    for (const owner of owners)
      await transact(database, async (transaction) => {
        // Before the rows, or heartbeats would wait for other writers of the organization's events.
        await transaction.execute(sql`SELECT ${lockEventOrder(owner.organizationId)}`);
        const which = and(eq(organizationId, owner.organizationId), isLate);
        const ended = await endUpgrades(transaction, which, { state: 'timed_out', reason }, maxAtOnce);
        if (ended > 0) await fence(transaction);
      });
  },
});
