import type { UnexpectedExit } from '../runtime/node-record.ts';
import type { Workload } from '../runtime/workload.ts';

/** What an engine that stops, or a host that loses power, makes of a daemon: a clean end, SIGTERM, SIGKILL, or nothing that is known. */
const endsWithEngine: readonly (number | null)[] = [null, 0, 128 + 15, 128 + 9, 255];

/** The engine may note the end of what it finds dead a moment after its own start. */
const slackMs = 2000;

/** Returns whether a daemon ended because its engine or host restarted. `engineStartedAt`: milliseconds since the epoch, null where unknown. */
export function endedWithEngine(
  { finishedAt }: Pick<Workload, 'finishedAt'>,
  { code, outOfMemory }: Pick<UnexpectedExit, 'code' | 'outOfMemory'>,
  engineStartedAt: number | null,
): boolean {
  if (engineStartedAt === null || finishedAt === null || outOfMemory || !endsWithEngine.includes(code)) return false;
  return Date.parse(finishedAt) <= engineStartedAt + slackMs;
}

/** Returns the instant (milliseconds since the epoch) between the log of the run that ended and that of the next; undefined without a next run. */
export function endOfLog({ startedAt, finishedAt }: Pick<Workload, 'startedAt' | 'finishedAt'>): number | undefined {
  const [ended, started] = [Date.parse(finishedAt ?? ''), Date.parse(startedAt ?? '')];
  return started > ended ? (ended + started) / 2 : undefined;
}
