import type { Clock } from '../../../timing/clock.ts';
import type { PeriodicTask } from '../../../timing/periodic-task.ts';
import { recordEvents } from '../../history/events/record-events.ts';
import { publish } from '../../platform/bus/publish.ts';
import type { Database } from '../../platform/database/database.ts';
import { and, eq, inArray, lt, sql } from '../../platform/database/drizzle.ts';
import { transact } from '../../platform/database/transact.ts';
import type { Lease } from '../../platform/jobs/lease.ts';
import type { ControlPlaneSettings } from '../../settings.ts';
import { executor } from '../../tables/executors.ts';

/** A moment on both clocks of a process. `elapsed` stands still while the machine sleeps, and `now` may be set by somebody. */
export interface Moment {
  /** Milliseconds since the Unix epoch. */
  now: number;
  /** Milliseconds that never step. */
  elapsed: number;
}

/** A stall that is shorter than this loses no heartbeat: an executor is given a little more than three intervals. */
const toleratedSeconds = 2;

/** What is known from one look for silent executors to the next. */
export interface OfflineWatch {
  /** The last look that succeeded. */
  lastLook: Moment;
  /** Since when every heartbeat could be recorded, in elapsed milliseconds. Silence before proves nothing. */
  since: number;
}

/** Begins the watch. No heartbeat could arrive before: every agent first gets the time to report. */
export const beginWatch = (at: Moment): OfflineWatch => ({ lastLook: at, since: at.elapsed });

/**
 * Returns since when the watch is without a gap, given that the next look comes `at` this moment. A look that comes more than a period late
 * begins it again: the process stalled, the machine slept, or the database was away, so that no heartbeat could be recorded.
 */
export function watchedSince({ lastLook, since }: OfflineWatch, at: Moment, everySeconds: number): number {
  const sinceLastLook = Math.max(at.now - lastLook.now, at.elapsed - lastLook.elapsed);
  const lateSeconds = sinceLastLook / 1000 - everySeconds;
  return lateSeconds > Math.max(everySeconds, toleratedSeconds) ? at.elapsed : since;
}

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
