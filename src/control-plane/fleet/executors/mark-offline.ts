import type { Clock } from '../../../timing/clock.ts';
import type { PeriodicTask } from '../../../timing/periodic-task.ts';
import { recordEvents } from '../../history/events/record-events.ts';
import { publish } from '../../platform/bus/bus.ts';
import { type Database, transact } from '../../platform/database/database.ts';
import { and, eq, inArray, lt, sql } from '../../platform/database/drizzle.ts';
import type { Lease } from '../../platform/jobs/lease.ts';
import type { ControlPlaneSettings } from '../../settings.ts';
import { executor } from '../../tables/executors.ts';
import { beginWatch, watchedSince } from './offline-watch.ts';

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
  const moment = () => ({ now: clock.now(), elapsed: clock.elapsed() });
  let watch = beginWatch(moment());
  return {
    what: 'look for executors that went offline',
    everySeconds,
    run: async () => {
      const since = watchedSince(watch, moment(), everySeconds);
      watch = { ...watch, since };
      const watchedSeconds = Math.floor((clock.elapsed() - since) / 1000);
      // Asks in any case: while the database is away, no heartbeat is recorded either.
      if (!lease.isHeld) await database.execute(sql`SELECT 1`);
      else await markOffline(database, watchedSeconds);
      watch = { lastLook: moment(), since };
    },
  };
}

/**
 * Marks the executors without a recent heartbeat as offline, with one event each, however many replicas look. Recent is what fits the interval
 * that its agent was told, by whichever replica: three of them, and a little for the network. Every heartbeat could be recorded for
 * `watchedSeconds`: a silence that is longer proves no more than that.
 */
export async function markOffline(database: Database, watchedSeconds: number): Promise<void> {
  const patience = sql`(${executor.heartbeatIntervalSeconds} * 3 + 2)`;
  await transact(database, async (transaction) => {
    // Skips locked rows: their heartbeat is being recorded, or another replica marks them.
    const silent = transaction
      .select({ id: executor.id })
      .from(executor)
      .where(
        and(
          eq(executor.online, true),
          lt(executor.lastSeenAt, sql`now() - make_interval(secs => ${patience})`),
          sql`${patience} <= ${watchedSeconds}::int`,
        ),
      )
      .for('update', { skipLocked: true });
    const offline = await transaction
      .update(executor)
      .set({ online: false })
      .where(inArray(executor.id, silent))
      .returning({
        id: executor.id,
        organizationId: executor.organizationId,
        name: executor.name,
        lastSeenAt: executor.lastSeenAt,
      });
    // The same order everywhere: recording waits for others that record events of the same organization.
    const ordered = offline.toSorted((a, b) => (a.organizationId < b.organizationId ? -1 : 1));
    for (const { id, organizationId, name, lastSeenAt } of ordered) {
      await publish(transaction, { kind: 'changed', organizationId, type: 'executor', id });
      await recordEvents(transaction, organizationId, [
        {
          kind: 'executor.offline',
          message: `${name} is offline, last seen ${lastSeenAt.toISOString()}. Its nodes keep running as far as is known.`,
          executorName: name,
        },
      ]);
    }
  });
}
