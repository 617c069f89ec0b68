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

type Recorded = Pick<NodeRecord, 'exit' | 'recentExits' | 'suspension' | 'reverted'>;

/** Tracks a node's problems over time. Reported ones are kept in the node's record and survive a restart. */
export class ProblemWatch {
  readonly #clock: Clock;
  /** The problem of the host's clock; null without a known one. */
  readonly #clockFault: () => string | null;
  #watched: readonly WatchedProblem[];

  /** `recorded`: the problems that were reported before the agent's start. */
  constructor(clock: Clock, recorded: NodeRecord['problems'], clockFault: () => string | null) {
    this.#clock = clock;
    this.#clockFault = clockFault;
    this.#watched = recorded.map((problem) => ({ ...problem, isReported: true, goneSince: null }));
  }

  /** Without an answering daemon, reported problems stay, unless the node is down or fails. */
  update(desired: DesiredNode, record: Recorded, health: NodeHealth | null): NodeProblems {
    if (desired.desiredState !== 'running') {
      this.#watched = [];
      return { reported: [], detected: [] };
    }
    const now = this.#clock.now();
    // The first one of a node explains it to people: the host's clock comes before what the daemon finds against its peers.
    const detected = [
      ...exitProblems(desired, record, now),
      ...revertProblems(desired, record),
      ...diskProblems(record),
      ...this.#hostProblems(),
      ...this.#daemonProblems(desired, record, health, now),
    ];
    this.#watched = debounceProblems(this.#watched, detected, now);
    const reported = this.#watched
      .filter(({ isReported }) => isReported)
      .map(({ code, reason, since }) => ({ code, reason, since }));
    return { reported, detected };
  }

  #hostProblems(): FoundProblem[] {
    const reason = this.#clockFault();
    return reason === null ? [] : [{ code: 'clock_off', reason }];
  }

  /** What an answering daemon shows; of a silent one that is not known to be down, what it showed last. */
  #daemonProblems(
    { network, overrides, resources }: DesiredNode,
    { exit, suspension }: Recorded,
    health: NodeHealth | null,
    now: number,
  ): FoundProblem[] {
    const view = health === null || health.state === 'starting' ? undefined : health.view;
    if (view !== undefined) return findProblems(view, { network, overrides, memoryLimit: resources.memoryMiB, now });
    const isKnownDown = exit !== null || suspension !== null;
    return [...invalidAnswers(health), ...(isKnownDown ? [] : this.#lastShown())];
  }

  #lastShown(): FoundProblem[] {
    return this.#watched
      .filter(({ isReported, goneSince, code }) => isReported && goneSince === null && !ofOthers.includes(code))
      .map(({ code, reason }) => ({ code, reason }));
  }
}

/** A reverted change explains the exits before it. */
function exitProblems(desired: DesiredNode, { recentExits, reverted }: Recorded, now: number): FoundProblem[] {
  const change = revertOf(desired, reverted);
  const unexplained = recentExits.filter(({ at }) => change === null || Date.parse(at) > Date.parse(change.at));
  return findExitProblems(unexplained, now);
}

function revertProblems(desired: DesiredNode, { reverted }: Recorded): FoundProblem[] {
  const change = revertOf(desired, reverted);
  return change === null ? [] : [problemOf(change)];
}

const diskProblems = ({ suspension }: Recorded): FoundProblem[] =>
  suspension ? [{ code: suspension.code, reason: suspension.reason }] : [];

/** The problem of a daemon whose chain cannot be read. */
const invalidAnswers = (health: NodeHealth | null): FoundProblem[] =>
  health?.state === 'starting' && health.invalidAnswer !== undefined
    ? [{ code: 'invalid_answers', reason: health.invalidAnswer }]
    : [];
