import { maxPageSize, maxRolloutGroupSize } from '../../contract/limits.ts';
import { readWindow } from '../../contract/maintenance-text.ts';
import { policyTexts } from '../../contract/rollout-policy-text.ts';
import type { MaintenanceWindowsInput, NodeRolloutPolicyInput } from '../../contract/types.generated.ts';
import { CommandError } from '../command-error.ts';
import { duration, listOption, type OptionValues, option, wholeNumber } from '../options.ts';

export const parallelOption = option(
  '--parallel <count>',
  'restart this many running nodes at a time, so that as many are down at once (default: 1)',
  wholeNumber(1, maxRolloutGroupSize),
);

/** Bounds of the API. */
const maxHeight = 100_000_000;
const maxDistance = 100_000;

export const outsideWindowsOption = option(
  '--outside-windows',
  'restart running nodes outside of their maintenance windows too, at any hour',
);

/** What holds back the next node of a rollout. */
export const policyOptions = [
  option(
    '--keep-available <count>',
    'take a node down only while this many others of its network are in sync',
    wholeNumber(1, maxPageSize),
  ),
  option('--canary <count>', 'change this many nodes first, and let them soak', wholeNumber(1, maxRolloutGroupSize)),
  option('--soak <duration>', 'with --canary: how long the rest waits, such as 2h (default: 1h)', duration),
  listOption('--per <label>', 'with --keep-available: count only nodes with the same value; may be repeated'),
  outsideWindowsOption,
  listOption(
    '--window <window>',
    "only in this window, such as 'Sat,Sun 02:00-05:00 Europe/Berlin', in place of the schedules; may be repeated",
  ),
  option('--at-height <height>', 'wait until the network has reached this height', wholeNumber(1, maxHeight)),
  option('--of-height <height>', 'take no node down near this height of its network', wholeNumber(1, maxHeight)),
  option(
    '--not-within <blocks>',
    'with --of-height: blocks before and after it (default: 144)',
    wholeNumber(0, maxDistance),
  ),
  option(
    '--max-behind <blocks>',
    'a node is back once it is at most this far behind the median of its network',
    wholeNumber(0, maxDistance),
  ),
  option('--min-peers <count>', 'a node is back once it has this many peers', wholeNumber(1, 1000)),
  option(
    '--max-memory <percent>',
    'a node is back once it uses at most this much of its memory limit',
    wholeNumber(1, 100),
  ),
  option('--rehearse', 'try another version on a copy of each node’s data before its change'),
] as const;

/** How many running nodes a change of several may take down at the same time. Default: one. */
export const paceOptions = [
  parallelOption,
  option('--at-once', 'restart all running nodes at the same time, so that all of them are down at once'),
  ...policyOptions,
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
  const { outsideWindows, window = [] } = pace;
  const others = {
    ...{ '--parallel': parallel, '--keep-available': keepAvailable, '--canary': count },
    ...{ '--outside-windows': outsideWindows, '--window': window[0], '--at-height': pace.atHeight },
    ...{ '--of-height': pace.ofHeight, '--max-behind': pace.maxBehind, '--min-peers': pace.minPeers },
    ...{ '--max-memory': pace.maxMemory, '--rehearse': pace.rehearse },
  };
  for (const [name, value] of Object.entries(others))
    if (value !== undefined && atOnce) throw new CommandError(`use either ${name} or --at-once`, 'usage');
  if (keepAvailable === undefined && per.length > 0) throw new CommandError('use --per with --keep-available', 'usage');
  if (count === undefined && soakSeconds !== undefined) throw new CommandError('use --soak with --canary', 'usage');
  const budget = keepAvailable === undefined ? {} : { budget: { keepAvailable, per } };
  const canary = count === undefined ? {} : { canary: { count, soakSeconds: soakSeconds ?? 3600 } };
  const rehearsal = pace.rehearse ? { rehearse: true } : {};
  const policy = { ...rehearsal, ...budget, ...canary, ...windowsOf(pace), ...heightOf(pace), ...gateOf(pace) };
  return { parallel: parallel ?? null, atOnce, policy: Object.keys(policy).length === 0 ? null : policy };
}

function windowsOf({ outsideWindows, window = [] }: Pace): Pick<NodeRolloutPolicyInput, 'outsideWindows' | 'windows'> {
  if (outsideWindows) {
    if (window.length > 0) throw new CommandError('use either --window or --outside-windows', 'usage');
    return { outsideWindows: true };
  }
  return window.length === 0 ? {} : { windows: readWindows(window) };
}

/** Reads windows, of which at least one names the time zone of all. Throws CommandError. */
export function readWindows(texts: readonly string[], given?: string | undefined): MaintenanceWindowsInput {
  const zones = new Set(given === undefined ? [] : [given]);
  const windows = texts.map((text) => {
    const found = readWindow(text);
    if (found === null)
      throw new CommandError(`“${text}” is no window; write it as 'Sat,Sun 02:00-05:00 Europe/Berlin'`, 'usage');
    if (found.timeZone !== null) zones.add(found.timeZone);
    return found.window;
  });
  const [timeZone, ...others] = zones;
  if (timeZone === undefined)
    throw new CommandError('name the time zone of the windows, such as Europe/Berlin', 'usage');
  if (others.length > 0)
    throw new CommandError(`the windows have several time zones: ${[...zones].join(', ')}`, 'usage');
  return { timeZone, windows };
}

function heightOf({ atHeight, ofHeight, notWithin }: Pace): Pick<NodeRolloutPolicyInput, 'height'> {
  if (ofHeight === undefined && notWithin !== undefined)
    throw new CommandError('use --not-within with --of-height', 'usage');
  if (atHeight === undefined && ofHeight === undefined) return {};
  return { height: { at: atHeight ?? null, avoid: ofHeight ?? null, within: notWithin ?? null } };
}

function gateOf({ maxBehind, minPeers, maxMemory }: Pace): Pick<NodeRolloutPolicyInput, 'gate'> {
  if ([maxBehind, minPeers, maxMemory].every((value) => value === undefined)) return {};
  return {
    gate: { maxBlocksBehind: maxBehind ?? null, minPeers: minPeers ?? null, maxMemoryPercent: maxMemory ?? null },
  };
}

/** Whether a change of one running node alone becomes a rollout too. */
export function holdsForOne(pace: Pace): boolean {
  const { keepAvailable, window = [], rehearse = false } = pace;
  return (
    rehearse ||
    keepAvailable !== undefined ||
    window.length > 0 ||
    [heightOf, gateOf].some((of) => Object.keys(of(pace)).length > 0)
  );
}

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
