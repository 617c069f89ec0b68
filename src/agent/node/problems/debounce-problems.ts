import type { FoundCode, FoundProblem, NodeProblem } from '../../runtime/node-problem.ts';

/** A detected problem, which is reported once it has lasted. */
export interface WatchedProblem extends NodeProblem {
  isReported: boolean;
  /** When it disappeared, in milliseconds since the epoch; null while it is present. */
  goneSince: number | null;
}

/** How long a problem must last before it is reported, and be gone before it is cleared, in seconds. */
const delays: Readonly<Record<FoundCode, { report: number; clear: number }>> = {
  no_peers: { report: 120, clear: 20 },
  tip_stale: { report: 60, clear: 0 },
  headers_ahead: { report: 120, clear: 0 },
  // Both are detected only after half an hour without a block.
  download_stalled: { report: 0, clear: 0 },
  disk_full_stopped: { report: 0, clear: 0 },
  restarts_often: { report: 0, clear: 0 },
  change_reverted: { report: 0, clear: 0 },
  agent_outdated: { report: 0, clear: 0 },
  clock_off: { report: 300, clear: 300 },
  daemon_warning: { report: 60, clear: 60 },
  rpc_busy: { report: 60, clear: 60 },
  invalid_answers: { report: 60, clear: 60 },
  validating_snapshot: { report: 0, clear: 0 },
  memory_near_limit: { report: 300, clear: 300 },
};

/** Debounces detected problems: flapping ones are neither reported nor cleared. `now` is in milliseconds. */
export function debounceProblems(
  before: readonly WatchedProblem[],
  detected: readonly FoundProblem[],
  now: number,
): WatchedProblem[] {
  const byCode = new Map(detected.toReversed().map((problem) => [problem.code, problem]));
  const known = before.flatMap((watched) => {
    const seen = byCode.get(watched.code);
    byCode.delete(watched.code);
    return seen === undefined ? missed(watched, now) : [markReported({ ...watched, ...seen, goneSince: null }, now)];
  });
  const since = new Date(now).toISOString();
  const fresh = [...byCode.values()]
    .toReversed()
    .map((problem) => markReported({ ...problem, since, isReported: false, goneSince: null }, now));
  return [...known, ...fresh];
}

function markReported(watched: WatchedProblem, now: number): WatchedProblem {
  const lastedMs = now - Date.parse(watched.since);
  return { ...watched, isReported: watched.isReported || lastedMs >= delays[watched.code].report * 1000 };
}

/** An unreported problem starts over when it comes again. */
function missed(watched: WatchedProblem, now: number): WatchedProblem[] {
  if (!watched.isReported) return [];
  const goneSince = watched.goneSince ?? now;
  return now - goneSince >= delays[watched.code].clear * 1000 ? [] : [{ ...watched, goneSince }];
}
