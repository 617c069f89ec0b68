import { gapOfTenYears, hasPeers, unlikelyGapSeconds } from '../../../bitcoin/network.ts';
import type { ConfigOverride, Network } from '../../../bitcoin/node-config.ts';
import { loweredConnections } from '../../../bitcoin/open-files.ts';
import { fitText } from '../../../text/fit-text.ts';
import type { DaemonView } from '../../monitor/daemon-view.ts';
import type { FoundProblem } from '../../runtime/node-problem.ts';
import type { NodeRecord } from '../../runtime/node-record.ts';

const blocksAhead = 3;
const stalledMinutes = 30;
/** Bitcoin Core itself warns at this offset since 28. */
const clockOffSeconds = 600;
const memoryPercent = 95;
/** A daemon that refuses a call this often is busy, also if it answers others in between. */
const busySeconds = 60;
const maxWarningLength = 500;

/** Test builds: nothing to act on. */
const harmlessWarning = /pre-release test build/i;

export interface Judged {
  network: Network;
  overrides: readonly ConfigOverride[];
  memoryLimit: number;
  now: number;
}

/** Returns the reason of a problem; null without it. */
type Check = (view: DaemonView, judged: Judged) => string | null;

const checks = {
  no_peers({ peers }, { network, overrides }) {
    const expected = peersExpected(network, overrides);
    if (peers !== 0 || expected === 'none') return null;
    return `the daemon has no peers${expected === 'kept-away' ? ': the override connect disables connections' : ''}`;
  },
  tip_stale({ catchesUp, tipTime, tipSeenAt }, { network, now }) {
    const limit = unlikelyGapSeconds(network, gapOfTenYears);
    // A block's own time may be hours off: one that was seen to arrive counts by its arrival.
    const since = tipSeenAt ?? tipTime;
    if (limit === undefined || catchesUp || since === null || now - since < limit * 1000) return null;
    return `no new block for over ${Math.round(limit / 60)} minutes, a gap that the network has once in ten years`;
  },
  // On a private chain, someone may have invalidated the blocks that are ahead.
  headers_ahead: ({ headers, height, catchesUp }, { network }) =>
    hasPeers(network) && !catchesUp && headers - height >= blocksAhead
      ? `the daemon is at least ${blocksAhead} blocks behind the best known header`
      : null,
  download_stalled: ({ headers, height, heightSince }, { network, now }) =>
    hasPeers(network) && headers > height && now - heightSince >= stalledMinutes * 60_000
      ? `the daemon is behind the best known header and has downloaded no block for ${stalledMinutes} minutes`
      : null,
  clock_off({ timeOffsetSeconds, peers }) {
    if (timeOffsetSeconds === null || !peers || Math.abs(timeOffsetSeconds) < clockOffSeconds) return null;
    const side = timeOffsetSeconds > 0 ? 'behind' : 'ahead of';
    return `the host’s clock is at least ${clockOffSeconds / 60} minutes ${side} the peers’ clocks`;
  },
  daemon_warning({ warnings, openFiles, loweredConnections: taken }, { overrides }) {
    const ofLog = loweredWarning(overrides, openFiles ?? null, taken ?? null);
    const serious = [...warnings.filter((warning) => !harmlessWarning.test(warning)), ...ofLog];
    return serious.length === 0 ? null : fitText(`daemon warning: ${serious.join('; ')}`, maxWarningLength);
  },
  rpc_busy: ({ busy }, { now }) => (busy && now - busy.at < busySeconds * 1000 ? busy.reason : null),
  invalid_answers: ({ invalidAnswer }) => invalidAnswer ?? null,
  validating_snapshot: ({ snapshot }) =>
    snapshot == null
      ? null
      : `the daemon runs on a UTXO snapshot of height ${snapshot.height} and has validated the history up to height ${snapshot.validatedHeight}`,
  memory_near_limit: ({ memoryMiB }, { memoryLimit }) =>
    memoryMiB !== null && memoryMiB >= (memoryLimit * memoryPercent) / 100
      ? `the daemon uses at least ${memoryPercent} % of its ${memoryLimit} MiB memory limit`
      : null,
} satisfies Partial<Record<FoundProblem['code'], Check>>;

/** Returns the current problems of a node whose daemon answers, regardless of their duration. */
export const findProblems = (view: DaemonView, judged: Judged): FoundProblem[] =>
  Object.entries(checks).flatMap(([code, check]) => {
    const reason = check(view, judged);
    return reason === null ? [] : [{ code: code as FoundProblem['code'], reason }];
  });

/** What bitcoind says of its limit of open files in its log alone. */
function loweredWarning(
  overrides: readonly ConfigOverride[],
  openFiles: number | null,
  taken: number | null,
): string[] {
  const lowered = openFiles === null ? null : loweredConnections(overrides, openFiles);
  if (lowered === null) return [];
  return [
    `it lowered maxconnections from ${lowered.asked} to ${taken ?? `about ${lowered.taken}`}, because its container may open only ${openFiles} files; change a setting of the node, and the next container asks for enough`,
  ];
}

const naming: readonly string[] = ['connect', 'addnode', 'seednode'];

const optionOf = (key: string): string => key.split('.').at(-1) ?? key;

/** Whether a node should have peers: none on a private chain that names none; overrides may disable connections. */
function peersExpected(network: Network, overrides: readonly ConfigOverride[]): 'some' | 'none' | 'kept-away' {
  const named = overrides.filter(({ key }) => naming.includes(optionOf(key)));
  if (named.some(({ value }) => value !== '0')) return 'some';
  if (!hasPeers(network)) return 'none';
  const looksForNone = overrides.some(({ key, value }) => {
    const option = optionOf(key);
    return (option === 'connect' && value === '0') || (option === 'noconnect' && value !== '0');
  });
  return looksForNone ? 'kept-away' : 'some';
}

const lookBackMs = 3_600_000;
const oftenExits = 3;

/** Returns the problems shown by the unexpected exits of the last hour. `now` is in milliseconds since the epoch. */
export function findExitProblems(exits: NodeRecord['recentExits'], now: number): FoundProblem[] {
  const recent = exits.filter(({ at }) => now - Date.parse(at) < lookBackMs);
  const often = `the daemon exited unexpectedly at least ${oftenExits} times within an hour`;
  const killed = 'the daemon was killed at its memory limit within the last hour';
  return [
    ...(recent.length >= oftenExits ? [{ code: 'restarts_often' as const, reason: often }] : []),
    ...(recent.some(({ outOfMemory }) => outOfMemory) ? [{ code: 'memory_near_limit' as const, reason: killed }] : []),
  ];
}
