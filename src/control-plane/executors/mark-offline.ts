import { and, eq, inArray, lt, sql } from 'drizzle-orm';
import type { PeriodicTask } from '../../timing/periodic-task.ts';
import type { Database } from '../database/database.ts';
import { transact } from '../database/transact.ts';
import { recordEvents } from '../events/record-events.ts';
import { type ControlPlaneSettings, offlineAfterSeconds } from '../settings.ts';
import { executor } from './table.ts';

/** Looks for offline executors three times in each heartbeat interval. */
export const offlineJob = (database: Database, settings: ControlPlaneSettings): PeriodicTask => ({
  what: 'look for executors that went offline',
  everySeconds: settings.heartbeatIntervalSeconds / 3,
  // No heartbeat could arrive while the server was down: every agent first gets the time to report.
  firstAfterSeconds: offlineAfterSeconds(settings),
  run: () => markOffline(database, offlineAfterSeconds(settings)),
});

/** Marks the executors without a recent heartbeat as offline, with one event each, however many replicas look. */
export async function markOffline(database: Database, offlineAfter: number): Promise<void> {
  await transact(database, async (transaction) => {
    // Skips locked rows: their heartbeat is being recorded, or another replica marks them.
    const silent = transaction
      .select({ id: executor.id })
      .from(executor)
      .where(
        and(
          eq(executor.online, true),
          lt(executor.lastSeenAt, sql`now() - make_interval(secs => ${offlineAfter}::int)`),
        ),
      )
      .for('update', { skipLocked: true });
    const offline = await transaction
      .update(executor)
      .set({ online: false })
      .where(inArray(executor.id, silent))
      .returning({ organizationId: executor.organizationId, name: executor.name, lastSeenAt: executor.lastSeenAt });
    // The same order everywhere: recording waits for others that record events of the same organization.
    const ordered = offline.toSorted((a, b) => (a.organizationId < b.organizationId ? -1 : 1));
    for (const { organizationId, name, lastSeenAt } of ordered) {
      await recordEvents(transaction, organizationId, [
        {
          level: 'warning',
          kind: 'executor.offline',
          message: `${name} is offline: its last heartbeat came at ${lastSeenAt.toISOString()}. Its nodes keep running as far as is known.`,
          executorName: name,
        },
      ]);
    }
  });
}
