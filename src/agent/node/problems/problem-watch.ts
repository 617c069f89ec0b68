import type { Clock } from '../../../timing/clock.ts';
import type { DesiredNode } from '../../desired/desired-entry.ts';
import type { NodeHealth } from '../../monitor/daemon-view.ts';
import type { FoundCode, FoundProblem, NodeProblem } from '../../runtime/node-problem.ts';
import type { NodeRecord } from '../../runtime/node-record.ts';
import { problemOf } from '../revert/describe-change.ts';
import { revertOf } from '../revert/what-runs.ts';
import { findExitProblems, findProblems } from './find-problems.ts';

export interface NodeProblems {
  /** Problems that have lasted long enough to be reported. */
  reported: readonly NodeProblem[];
  detected: readonly FoundProblem[];
}

/** Problems known from the record or the host, whether the daemon answers or not. */
const ofOthers: readonly FoundProblem['code'][] = [
  'restarts_often',
  'disk_full_stopped',
  'change_reverted',
  'clock_off',
];

/** Tracks a node's problems over time. Reported ones are kept in the node's record and survive a restart. */
export class ProblemWatch {
  readonly #clock: Clock;
  readonly #clockFault: () => string | null;
  #watched: readonly WatchedProblem[];

  constructor(clock: Clock, recorded: NodeRecord['problems'], clockFault: () => string | null) {
    this.#clock = clock;
    this.#clockFault = clockFault;
    this.#watched = recorded.map((problem) => ({ ...problem, isReported: true, goneSince: null }));
  }

  /** Updates the problems. Without an answering daemon, reported ones stay, unless the node is down or fails. */
  update(
    desired: DesiredNode,
    { exit, recentExits, suspension, reverted }: Pick<NodeRecord, 'exit' | 'recentExits' | 'suspension' | 'reverted'>,
    health: NodeHealth | null,
  ): NodeProblems {
    if (desired.desiredState !== 'running') {
      this.#watched = [];
      return { reported: [], detected: [] };
    }
    const now = this.#clock.now();
    const view = health === null || health.state === 'starting' ? undefined : health.view;
    const { network, overrides, resources } = desired;
    const judged = { network, overrides, memoryLimit: resources.memoryMiB, now };
    const ofDisk = suspension ? [{ code: suspension.code, reason: suspension.reason }] : [];
    const isKnownDown = exit !== null || ofDisk.length > 0;
    const ofDaemon = view === undefined ? this.#lastSaid(isKnownDown) : findProblems(view, judged);
    const change = revertOf(desired, reverted);
    // The reverted change explains the exits before it.
    const unexplained = recentExits.filter(({ at }) => change === null || Date.parse(at) > Date.parse(change.at));
    const ofExits = findExitProblems(unexplained, now);
    const ofChange = change === null ? [] : [problemOf(change)];
    const clockFault = this.#clockFault();
    // First, because it explains what the daemon finds against its peers.
    const ofHost = clockFault === null ? [] : [{ code: 'clock_off' as const, reason: clockFault }];
    const detected = [...ofExits, ...ofChange, ...ofDisk, ...ofHost, ...ofDaemon];
    this.#watched = debounceProblems(this.#watched, detected, now);
    return {
      reported: this.#watched
        .filter(({ isReported }) => isReported)
        .map(({ code, reason, since }) => ({ code, reason, since })),
      detected,
    };
  }

  #lastSaid(isKnownDown: boolean): FoundProblem[] {
    if (isKnownDown) return [];
    return this.#watched
      .filter(({ isReported, goneSince, code }) => isReported && goneSince === null && !ofOthers.includes(code))
      .map(({ code, reason }) => ({ code, reason }));
  }
}

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
  clock_off: { report: 300, clear: 300 },
  daemon_warning: { report: 60, clear: 60 },
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
