import { and, eq, inArray, lt, sql } from 'drizzle-orm';
import type { Clock } from '../../timing/clock.ts';
import type { PeriodicTask } from '../../timing/periodic-task.ts';
import type { Database } from '../database/database.ts';
import { transact } from '../database/transact.ts';
import { recordEvents } from '../events/record-events.ts';
import type { Lease } from '../jobs/lease.ts';
import { type ControlPlaneSettings, offlineAfterSeconds } from '../settings.ts';
import { beginWatch, graceEnd } from './offline-watch.ts';
import { executor } from './table.ts';

export interface OfflineJobDeps {
  database: Database;
  settings: ControlPlaneSettings;
  clock: Clock;
  /** One replica marks; the others only watch their own stalls, so that they can take over at once. */
  lease: Pick<Lease, 'isHeld'>;
}

/** Looks for offline executors three times in each heartbeat interval. */
export function offlineJob({ database, settings, clock, lease }: OfflineJobDeps): PeriodicTask {
  const everySeconds = settings.heartbeatIntervalSeconds / 3;
  const graceSeconds = offlineAfterSeconds(settings);
  const moment = () => ({ now: clock.now(), elapsed: clock.elapsed() });
  let watch = beginWatch(moment(), graceSeconds);
  return {
    what: 'look for executors that went offline',
    everySeconds,
    run: async () => {
      const graceEndsAt = graceEnd(watch, moment(), { everySeconds, graceSeconds });
      watch = { ...watch, graceEndsAt };
      // Asks in any case: while the database is away, no heartbeat is recorded either.
      if (clock.elapsed() < graceEndsAt || !lease.isHeld) await database.execute(sql`SELECT 1`);
      else await markOffline(database, graceSeconds);
      watch = { lastLook: moment(), graceEndsAt };
    },
  };
}

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
