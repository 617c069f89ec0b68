import type { SwitchJournal } from './journal.ts';
import { findingOf, type Round, type RoundFinding } from './round.ts';

export type Verdict =
  | { kind: 'commit' }
  | { kind: 'back'; reason: string }
  | { kind: 'wait' }
  /** Someone stopped the agent: it is judged once it runs again. */
  | { kind: 'rest' };

type OwnFinding = Extract<RoundFinding, { kind: 'own' }>;

/** Milliseconds that a fault of the new version may last: a crash is detected within 15 s, a hang within 60 s. */
const graceMs: Readonly<Record<OwnFinding['topic'], number>> = {
  exit: 0,
  ended: 2000,
  version: 10_000,
  engine: 20_000,
  silent: 20_000,
  heartbeat: 45_000,
  sync: 45_000,
};
const goodRounds = 3;
/** Longer than the restart delay of a version that crashes at once. */
const goodSpacingMs = 3500;
const maxJudgingMs = 300_000;

/** Judges the new version by the rounds so far, oldest first. Rounds before a stop by someone do not count. */
export function judge(
  all: readonly Round[],
  { from, to, before }: Pick<SwitchJournal, 'from' | 'to' | 'before'>,
): Verdict {
  const stopped = all.findLastIndex(({ unit }) => unit.isStopped);
  if (stopped !== -1 && stopped === all.length - 1) return { kind: 'rest' };
  const beganMs = all[stopped]?.atMs ?? 0;
  const rounds = all.slice(stopped + 1).map((round) => ({ ...round, atMs: round.atMs - beganMs }));
  const found = rounds.map((round) => ({ round, finding: findingOf(round, to, before) }));
  const latest = found.at(-1);
  if (latest === undefined) return { kind: 'wait' };
  const { finding, round } = latest;
  if (finding.kind === 'own') {
    const since = found.findLast((entry) => !isSame(entry.finding, finding))?.round.atMs ?? 0;
    if (round.atMs - since >= graceMs[finding.topic])
      return { kind: 'back', reason: `${finding.what}${compared(finding, from)}` };
  }
  if (finding.kind === 'good' && countGood(found) >= goodRounds) return { kind: 'commit' };
  if (round.atMs < maxJudgingMs) return { kind: 'wait' };
  const what = 'what' in finding ? finding.what : 'it was not stable';
  return { kind: 'back', reason: `the check did not finish within ${maxJudgingMs / 60_000} minutes: ${what}` };
}

const isSame = (finding: RoundFinding, other: OwnFinding): boolean =>
  finding.kind === 'own' && finding.topic === other.topic;

const compared = ({ topic }: OwnFinding, from: string): string =>
  topic === 'engine' || topic === 'sync' ? `; version ${from} succeeded at the same time` : '';

/** Counts the good rounds at the end, with time between them, in one run of the agent. */
function countGood(found: readonly { round: Round; finding: RoundFinding }[]): number {
  let count = 0;
  let lastMs = Number.POSITIVE_INFINITY;
  const exits = found.at(-1)?.round.unit.exits;
  for (const { round, finding } of found.toReversed()) {
    if (finding.kind !== 'good' || round.unit.exits !== exits) break;
    if (lastMs - round.atMs < goodSpacingMs) continue;
    lastMs = round.atMs;
    count++;
  }
  return count;
}
