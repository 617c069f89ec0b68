import type { FoundCode, FoundProblem, NodeProblem } from '../../runtime/node-problem.ts';

/** A detected problem, which is reported once it has lasted. */
export interface WatchedProblem extends NodeProblem {
  isTold: boolean;
  /** When it disappeared, in milliseconds since the epoch; null while it is present. */
  goneSince: number | null;
}

/** How long a problem must last before it is reported, and be gone before it is cleared, in seconds. */
const delays: Readonly<Record<FoundCode, { tell: number; end: number }>> = {
  no_peers: { tell: 120, end: 20 },
  tip_stale: { tell: 60, end: 0 },
  headers_ahead: { tell: 120, end: 0 },
  // Both are detected only after half an hour without a block.
  download_stalled: { tell: 0, end: 0 },
  disk_full_stopped: { tell: 0, end: 0 },
  restarts_often: { tell: 0, end: 0 },
  change_taken_back: { tell: 0, end: 0 },
  clock_off: { tell: 300, end: 300 },
  daemon_warning: { tell: 60, end: 60 },
  memory_near_limit: { tell: 300, end: 300 },
};

/** Debounces detected problems: flapping ones are neither reported nor cleared. `now` is in milliseconds. */
export function settleProblems(
  before: readonly WatchedProblem[],
  found: readonly FoundProblem[],
  now: number,
): WatchedProblem[] {
  const byCode = new Map(found.toReversed().map((problem) => [problem.code, problem]));
  const known = before.flatMap((watched) => {
    const seen = byCode.get(watched.code);
    byCode.delete(watched.code);
    return seen === undefined ? missed(watched, now) : [told({ ...watched, ...seen, goneSince: null }, now)];
  });
  const since = new Date(now).toISOString();
  const fresh = [...byCode.values()]
    .toReversed()
    .map((problem) => told({ ...problem, since, isTold: false, goneSince: null }, now));
  return [...known, ...fresh];
}

function told(watched: WatchedProblem, now: number): WatchedProblem {
  const lastedMs = now - Date.parse(watched.since);
  return { ...watched, isTold: watched.isTold || lastedMs >= delays[watched.code].tell * 1000 };
}

/** An unreported problem starts over when it comes again. */
function missed(watched: WatchedProblem, now: number): WatchedProblem[] {
  if (!watched.isTold) return [];
  const goneSince = watched.goneSince ?? now;
  return now - goneSince >= delays[watched.code].end * 1000 ? [] : [{ ...watched, goneSince }];
}
