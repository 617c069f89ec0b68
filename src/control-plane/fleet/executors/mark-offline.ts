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

const toleratedSeconds = 2;
/** So many gaps are more than a tenth of any silence. */
const maxGaps = 100;

interface Watch {
  /** The last successful check. */
  lastLook: Moment;
  /** When heartbeats may not have been recorded, latest first. `ended`: in elapsed milliseconds. */
  gaps: readonly { seconds: number; ended: number }[];
}

/** Gives every agent time to report first. */
export const beginWatch = (at: Moment): Watch => ({ lastLook: at, gaps: [{ seconds: Infinity, ended: at.elapsed }] });

/** A check more than a period late ends a gap: the process stalled, the machine slept, or the database was unavailable. */
export function gapsUntil({ lastLook, gaps }: Watch, at: Moment, everySeconds: number): Watch['gaps'] {
  const seconds = Math.max(at.now - lastLook.now, at.elapsed - lastLook.elapsed) / 1000;
  if (seconds - everySeconds <= Math.max(everySeconds, toleratedSeconds)) return gaps;
  return [{ seconds, ended: at.elapsed }, ...gaps].slice(0, maxGaps);
}

/** A range of silences in seconds, without its ends. */
interface SilenceRange {
  above: number;
  below: number;
}

/**
 * Returns the silences that prove nothing, as disjoint ranges from the shortest: more than a tenth of such a silence is
 * gaps. One that began after the last gap proves that heartbeats are missing, as does one ten times as long as its gaps.
 */
export function unprovenSilences(gaps: Watch['gaps'], elapsed: number): SilenceRange[] {
  const ranges: SilenceRange[] = [];
  let missedSeconds = 0;
  // Latest first: a silence that reaches back to a gap contains the gaps before it in the list.
  for (const { seconds, ended } of gaps) {
    missedSeconds += seconds;
    const range = { above: (elapsed - ended) / 1000, below: 10 * missedSeconds };
    if (range.above >= range.below) continue;
    const last = ranges.at(-1);
    if (last !== undefined && range.above < last.below) last.below = range.below;
    else ranges.push(range);
  }
  return ranges;
}

interface OfflineDeps {
  database: Database;
  settings: ControlPlaneSettings;
  clock: Clock;
  /** One replica marks executors; the others watch their own stalls, ready to take over. */
  lease: Pick<Lease, 'isHeld'>;
  refusedHeartbeats: RefusedHeartbeats;
}

/** Marks silent executors offline, a few times in the interval of heartbeats. */
export function offlineJob({ database, settings, clock, lease, refusedHeartbeats }: OfflineDeps): PeriodicTask {
  const everySeconds = Math.max(1, settings.heartbeatIntervalSeconds / 3);
  const moment = () => ({ now: clock.now(), elapsed: clock.elapsed() });
  let watch = beginWatch(moment());
  return {
    what: 'mark executors offline',
    everySeconds,
    run: async () => {
      const gaps = gapsUntil(watch, moment(), everySeconds);
      // Always queries: while the database is unavailable, no heartbeat is recorded either.
      if (!lease.isHeld) await database.execute(sql`SELECT 1`);
      else await markOffline(database, { gaps, elapsed: clock.elapsed() }, refusedHeartbeats);
      watch = { lastLook: moment(), gaps };
    },
  };
}

/**
 * Marks executors offline that missed three of their heartbeats, each organization in a short transaction. A silence
 * proves nothing if more than a tenth of it is gaps: less cannot hide three heartbeats and their retries.
 */
export async function markOffline(
  database: Database,
  { gaps, elapsed }: { gaps: Watch['gaps']; elapsed: number },
  refused: Pick<RefusedHeartbeats, 'secondsSince'> = new RefusedHeartbeats(),
): Promise<void> {
  const { id, organizationId, name, lastSeenAt, online, heartbeatIntervalSeconds: interval } = executor;
  const isProven = unprovenSilences(gaps, elapsed).map(
    ({ above, below }) => sql`(${silence} <= ${above}::float8 OR ${silence} >= ${below}::float8)`,
  );
  const isSilent = and(eq(online, true), lt(lastSeenAt, sql`now() - make_interval(secs => ${silence})`), ...isProven);
  const owners = await database
    .selectDistinct({ organizationId })
    .from(executor)
    .where(and(isSilent, isOfActive(organizationId)));
  for (const owner of owners) {
    const isOwned = eq(organizationId, owner.organizationId);
    // A refused agent retries when told, or within 15 seconds or a quarter of its interval, whichever is longer.
    const hadRetry = sql`least(${silence}, ${interval} / 4 + 30) <= ${refused.secondsSince(owner.organizationId)}::int`;
    await transact(database, async (transaction) => {
      // Before the rows, or heartbeats would wait for other writers of the organization's events.
      await transaction.execute(sql`SELECT ${lockEventOrder(owner.organizationId)}`);
      // A locked row is receiving a heartbeat, or another replica is marking it.
      const silent = transaction
        .select({ id })
        .from(executor)
        .where(and(isOwned, isSilent, hadRetry))
        .for('no key update', { skipLocked: true });
      const offline = await transaction
        .update(executor)
        .set({ online: false })
        .where(and(isOwned, inArray(id, silent)))
        .returning({ id, name, lastSeenAt });
      if (offline.length === 0) return;
      const change = { kind: 'changed', ...owner, type: 'executor' } as const;
      await publish(transaction, ...offline.map((row) => ({ ...change, id: row.id })));
      const events = offline.map((row) => ({
        kind: 'executor.offline' as const,
        message: `${row.name} is offline, last seen ${row.lastSeenAt.toISOString()}. Its nodes should still be running.`,
        executorName: row.name,
      }));
      await recordEvents(transaction, owner.organizationId, events);
    });
  }
}
