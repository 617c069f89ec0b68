import { maxPageSize, maxRolloutGroupSize } from '../../contract/limits.ts';
import type { NodeRolloutPolicyInput } from '../../contract/types.generated.ts';
import { formatDuration } from '../../text/format-duration.ts';
import { CommandError } from '../command-error.ts';
import { duration, listOption, type OptionValues, option, wholeNumber } from '../options.ts';

export const parallelOption = option(
  '--parallel <count>',
  'restart this many running nodes at a time, so that as many are down at once (default: 1)',
  wholeNumber(1, maxRolloutGroupSize),
);

/** How many running nodes a change of several may take down at the same time. Default: one. */
export const paceOptions = [
  parallelOption,
  option('--at-once', 'restart all running nodes at the same time, so that all of them are down at once'),
  option(
    '--keep-available <count>',
    'take a node down only while this many others of its network are in sync',
    wholeNumber(1, maxPageSize),
  ),
  option('--canary <count>', 'change this many nodes first, and let them soak', wholeNumber(1, maxRolloutGroupSize)),
  option('--soak <duration>', 'with --canary: how long the rest waits, such as 2h (default: 1h)', duration),
  listOption('--per <label>', 'with --keep-available: count only nodes with the same value; may be repeated'),
] as const;
export type Pace = Partial<OptionValues<typeof paceOptions>>;

interface Requested {
  parallel: number | null;
  atOnce: boolean;
  policy: NodeRolloutPolicyInput | null;
}

/** Throws CommandError for options that contradict each other. */
export function paceOf(pace: Pace): Requested {
  const { parallel, atOnce = false, keepAvailable, per = [], canary: count, soak: soakSeconds } = pace;
  const others = { '--parallel': parallel, '--keep-available': keepAvailable, '--canary': count };
  for (const [name, value] of Object.entries(others))
    if (value !== undefined && atOnce) throw new CommandError(`use either ${name} or --at-once`, 'usage');
  if (keepAvailable === undefined && per.length > 0) throw new CommandError('use --per with --keep-available', 'usage');
  if (count === undefined && soakSeconds !== undefined) throw new CommandError('use --soak with --canary', 'usage');
  const budget = keepAvailable === undefined ? {} : { budget: { keepAvailable, per } };
  const canary = count === undefined ? {} : { canary: { count, soakSeconds: soakSeconds ?? 3600 } };
  const policy = { ...budget, ...canary };
  return { parallel: parallel ?? null, atOnce, policy: Object.keys(policy).length === 0 ? null : policy };
}

/** Whether a change of one running node alone becomes a rollout too. */
export const holdsForOne = ({ keepAvailable }: Pace): boolean => keepAvailable !== undefined;

/** Names the consequence of a change that restarts several running nodes; no line for one that does not. */
export function consequence(restarts: number, pace: Pace): string[] {
  const { parallel = 1, atOnce } = pace;
  if (restarts === 0 || (restarts === 1 && !holdsForOne(pace))) return [];
  if (atOnce) return [`all ${restarts} running nodes restart at the same time, and none of them answers meanwhile`];
  const { policy } = paceOf(pace);
  const nodes = restarts === 1 ? '1 running node restarts' : `${restarts} running nodes restart`;
  const kept = policy === null ? [] : policyTexts(policy);
  const conditions = [`${parallel === 1 ? 'one' : parallel} at a time`, ...kept].join(', ');
  return [`${nodes}, ${conditions}; the rollout stops at the first failure`];
}

/** What a policy asks for, in words that complete a sentence about the rollout. */
export function policyTexts({ budget, canary }: NodeRolloutPolicyInput): string[] {
  const texts: string[] = [];
  if (canary != null) texts.push(`the first ${canary.count} soaking for ${formatDuration(canary.soakSeconds ?? 3600)}`);
  if (budget != null) {
    const per = budget.per ?? [];
    texts.push(`${budget.keepAvailable} kept available${per.length === 0 ? '' : ` per ${per.join(' and ')}`}`);
  }
  return texts;
}
