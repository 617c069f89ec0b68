import type { Clock } from '../../../timing/clock.ts';
import type { PeriodicTask } from '../../../timing/periodic-task.ts';
import { lockEventOrder, recordEvents } from '../../history/events/record-events.ts';
import { publish } from '../../platform/bus/outbox.ts';
import { and, type Database, eq, inArray, lt, sql, transact } from '../../platform/database/database.ts';
import type { Lease } from '../../platform/jobs/lease.ts';
import type { ControlPlaneSettings } from '../../settings.ts';
import { isOfActive } from '../../tables/accounts.ts';
import { executor, silence } from '../../tables/executors.ts';
import { RefusedHeartbeats } from './refused-heartbeats.ts';

/** A time on both clocks. `elapsed` stops while the machine sleeps; `now` may be stepped. */
interface Moment {
  /** Milliseconds since the Unix epoch. */
  now: number;
  elapsed: number;
}

/** A shorter stall loses no heartbeat, because the timeout is slightly more than three intervals. */
const toleratedSeconds = 2;

interface OfflineWatch {
  /** The last successful check. */
  lastLook: Moment;
  /** Start of gapless recording of heartbeats, in elapsed milliseconds. */
  since: number;
}

/** Gives every agent time to report first. */
export const beginWatch = (at: Moment): OfflineWatch => ({ lastLook: at, since: at.elapsed });

/**
 * Returns since when heartbeats could be recorded without a gap. A check more than a period late restarts the watch:
 * the process stalled, the machine slept, or the database was unavailable.
 */
export function watchedSince({ lastLook, since }: OfflineWatch, at: Moment, everySeconds: number): number {
  const sinceLastLook = Math.max(at.now - lastLook.now, at.elapsed - lastLook.elapsed);
  const lateSeconds = sinceLastLook / 1000 - everySeconds;
  return lateSeconds > Math.max(everySeconds, toleratedSeconds) ? at.elapsed : since;
}

/** `lease`: one replica marks executors; the others watch their own stalls, ready to take over. */
export function offlineJob(
  database: Database,
  settings: ControlPlaneSettings,
  { clock, lease, refused }: { clock: Clock; lease: Pick<Lease, 'isHeld'>; refused: RefusedHeartbeats },
): PeriodicTask {
  const everySeconds = Math.max(1, settings.heartbeatIntervalSeconds / 3);
  const moment = () => ({ now: clock.now(), elapsed: clock.elapsed() });
  let watch = beginWatch(moment());
  return {
    what: 'mark executors offline',
    everySeconds,
    run: async () => {
      const since = watchedSince(watch, moment(), everySeconds);
      watch = { ...watch, since };
      const watchedSeconds = Math.floor((clock.elapsed() - since) / 1000);
      // Always queries: while the database is unavailable, no heartbeat is recorded either.
      if (!lease.isHeld) await database.execute(sql`SELECT 1`);
      else await markOffline(database, watchedSeconds, refused);
      watch = { lastLook: moment(), since };
    },
  };
}

/**
 * Marks executors offline that missed three of their heartbeats, each organization in a short transaction. `watchedSeconds`
 * is how long every heartbeat could be recorded: a longer silence proves nothing.
 */
export async function markOffline(
  database: Database,
  watchedSeconds: number,
  refused: Pick<RefusedHeartbeats, 'secondsSince'> = new RefusedHeartbeats(),
): Promise<void> {
  const { id, organizationId, name, lastSeenAt, online } = executor;
  const isLate = lt(lastSeenAt, sql`now() - make_interval(secs => ${silence})`);
  const isSilentFor = (seconds: number) => and(eq(online, true), isLate, sql`${silence} <= ${seconds}::int`);
  const owners = await database
    .selectDistinct({ organizationId })
    .from(executor)
    .where(and(isSilentFor(watchedSeconds), isOfActive(organizationId)));
  for (const owner of owners) {
    const isOwned = eq(organizationId, owner.organizationId);
    const isSilent = isSilentFor(Math.min(watchedSeconds, refused.secondsSince(owner.organizationId)));
    await transact(database, async (transaction) => {
      // Before the rows, or heartbeats would wait for other writers of the organization's events.
      await transaction.execute(sql`SELECT ${lockEventOrder(owner.organizationId)}`);
      // A locked row is receiving a heartbeat, or another replica is marking it.
      const silent = transaction
        .select({ id })
        .from(executor)
        .where(and(isOwned, isSilent))
        .for('no key update', { skipLocked: true });
      const offline = await transaction
        .update(executor)
        .set({ online: false })
        .where(and(isOwned, inArray(id, silent)))
        .returning({ id, name, lastSeenAt });
      if (offline.length === 0) return;
      const messages = offline.map((row) => ({ kind: 'changed', ...owner, type: 'executor', id: row.id }) as const);
      await publish(transaction, ...messages);
      const events = offline.map((row) => ({
        kind: 'executor.offline' as const,
        message: `${row.name} is offline, last seen ${row.lastSeenAt.toISOString()}. Its nodes should still be running.`,
        executorName: row.name,
      }));
      await recordEvents(transaction, owner.organizationId, events);
    });
  }
}
