import type { UnexpectedExit } from '../runtime/node-record.ts';
import type { Workload } from '../runtime/workload.ts';

/** What an engine that stops, or a host that loses power, makes of a daemon: a clean end, SIGTERM, SIGKILL, or nothing that is known. */
const endsWithEngine: readonly (number | null)[] = [null, 0, 128 + 15, 128 + 9, 255];

/** The engine may note the end of what it finds dead a moment after its own start. */
const slackMs = 2000;

/**
 * Returns whether a daemon ended because its engine, or the whole host, was restarted: before the present engine started, and in a way that
 * says nothing of a fault of its own. `engineStartedAt` is in milliseconds since the epoch, and null where it is unknown. Pure.
 */
export function endedWithEngine(
  { finishedAt }: Pick<Workload, 'finishedAt'>,
  { code, outOfMemory }: Pick<UnexpectedExit, 'code' | 'outOfMemory'>,
  engineStartedAt: number | null,
): boolean {
  if (engineStartedAt === null || finishedAt === null || outOfMemory || !endsWithEngine.includes(code)) return false;
  return Date.parse(finishedAt) <= engineStartedAt + slackMs;
}

/**
 * Returns the instant that divides the lines of the run that ended from those of the run after it, in milliseconds since the epoch;
 * undefined while there is no run after it. The engine notes both times a little late, so it lies between them. Pure.
 */
export function endOfLog({ startedAt, finishedAt }: Pick<Workload, 'startedAt' | 'finishedAt'>): number | undefined {
  const [ended, started] = [Date.parse(finishedAt ?? ''), Date.parse(startedAt ?? '')];
  return started > ended ? (ended + started) / 2 : undefined;
}
