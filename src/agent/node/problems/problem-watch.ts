import type { Clock } from '../../../timing/clock.ts';
import type { DesiredNode } from '../../desired/desired-entry.ts';
import type { NodeHealth } from '../../monitor/daemon-view.ts';
import type { FoundProblem, NodeProblem } from '../../runtime/node-problem.ts';
import type { NodeRecord } from '../../runtime/node-record.ts';
import { problemOf } from '../revert/describe-change.ts';
import { revertOf } from '../revert/what-runs.ts';
import { debounceProblems, type WatchedProblem } from './debounce-problems.ts';
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

/**
 * Tracks a node's problems over time. Reported ones are kept in the node's record (`recorded`) and survive a restart. The
 * returned function updates them: without an answering daemon, reported ones stay, unless the node is down or fails.
 */
export function problemWatch(clock: Clock, recorded: NodeRecord['problems'], clockFault: () => string | null) {
  let watched: readonly WatchedProblem[] = recorded.map((problem) => ({
    ...problem,
    isReported: true,
    goneSince: null,
  }));

  const lastSaid = (): FoundProblem[] =>
    watched
      .filter(({ isReported, goneSince, code }) => isReported && goneSince === null && !ofOthers.includes(code))
      .map(({ code, reason }) => ({ code, reason }));

  return (
    desired: DesiredNode,
    { exit, recentExits, suspension, reverted }: Pick<NodeRecord, 'exit' | 'recentExits' | 'suspension' | 'reverted'>,
    health: NodeHealth | null,
  ): NodeProblems => {
    if (desired.desiredState !== 'running') {
      watched = [];
      return { reported: [], detected: [] };
    }
    const now = clock.now();
    const view = health === null || health.state === 'starting' ? undefined : health.view;
    const { network, overrides, resources } = desired;
    const judged = { network, overrides, memoryLimit: resources.memoryMiB, now };
    const ofDisk = suspension ? [{ code: suspension.code, reason: suspension.reason }] : [];
    const isKnownDown = exit !== null || ofDisk.length > 0;
    const ofSilent = isKnownDown ? [] : lastSaid();
    const ofDaemon = view === undefined ? [...invalidAnswers(health), ...ofSilent] : findProblems(view, judged);
    const change = revertOf(desired, reverted);
    // The reverted change explains the exits before it.
    const unexplained = recentExits.filter(({ at }) => change === null || Date.parse(at) > Date.parse(change.at));
    const ofExits = findExitProblems(unexplained, now);
    const ofChange = change === null ? [] : [problemOf(change)];
    const fault = clockFault();
    // First, because it explains what the daemon finds against its peers.
    const ofHost = fault === null ? [] : [{ code: 'clock_off' as const, reason: fault }];
    const detected = [...ofExits, ...ofChange, ...ofDisk, ...ofHost, ...ofDaemon];
    watched = debounceProblems(watched, detected, now);
    const reported = watched
      .filter(({ isReported }) => isReported)
      .map(({ code, reason, since }) => ({ code, reason, since }));
    return { reported, detected };
  };
}

/** The problem of a daemon whose chain cannot be read. */
const invalidAnswers = (health: NodeHealth | null): FoundProblem[] =>
  health?.state === 'starting' && health.invalidAnswer !== undefined
    ? [{ code: 'invalid_answers', reason: health.invalidAnswer }]
    : [];
