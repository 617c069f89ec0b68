import { unlikelyGapSeconds } from '../../../bitcoin/block-gap.ts';
import { hasPeers } from '../../../bitcoin/network.ts';
import type { ConfigOverride, Network } from '../../../bitcoin/node-config.ts';
import { fitText } from '../../../text/fit-text.ts';
import type { DaemonView } from '../../monitor/daemon-view.ts';
import type { FoundProblem } from '../../runtime/node-problem.ts';
import type { NodeRecord } from '../../runtime/node-record.ts';

/** A healthy chain has a gap of this length between two blocks once in ten thousand blocks: 92 minutes on mainnet. */
const tipProbability = 1e-4;
const blocksAhead = 3;
const stalledMinutes = 30;
/** Bitcoin Core itself warns at this offset since 28. */
const clockOffSeconds = 600;
const memoryPercent = 95;
const maxWarningLength = 500;

/** Test builds: nothing to act on. */
const harmlessWarning = /pre-release test build/i;

export interface Judged {
  network: Network;
  overrides: readonly ConfigOverride[];
  memoryLimit: number;
  now: number;
}

/** Returns the current problems of a node whose daemon answers, regardless of their duration. */
export function findProblems(view: DaemonView, judged: Judged): FoundProblem[] {
  return [
    ...noPeers(view, judged),
    ...tipStale(view, judged),
    ...behindHeaders(view, judged),
    ...clockOff(view),
    ...daemonWarning(view),
    ...memoryNearLimit(view, judged),
  ];
}

function noPeers({ peers }: DaemonView, { network, overrides }: Judged): FoundProblem[] {
  const expected = peersExpected(network, overrides);
  if (peers !== 0 || expected === 'none') return [];
  const why = expected === 'kept-away' ? ': the override connect disables connections' : '';
  return [{ code: 'no_peers', reason: `the daemon has no peers${why}` }];
}

function tipStale({ catchesUp, tipTime, tipSeenAt }: DaemonView, { network, now }: Judged): FoundProblem[] {
  const limit = unlikelyGapSeconds(network, tipProbability);
  // A block's own time may be hours off: one that was seen to arrive counts by its arrival.
  const since = tipSeenAt ?? tipTime;
  if (limit === undefined || catchesUp || since === null || now - since < limit * 1000) return [];
  return [
    {
      code: 'tip_stale',
      reason: `no new block for over ${Math.round(limit / 60)} minutes (probability below 1 in ${1 / tipProbability})`,
    },
  ];
}

/** On a private chain, someone may have invalidated the blocks that are ahead. */
function behindHeaders(
  { headers, height, heightSince, catchesUp }: DaemonView,
  { network, now }: Judged,
): FoundProblem[] {
  if (!hasPeers(network) || headers <= height) return [];
  const found: FoundProblem[] = [];
  if (!catchesUp && headers - height >= blocksAhead) {
    found.push({
      code: 'headers_ahead',
      reason: `the daemon is at least ${blocksAhead} blocks behind the best known header`,
    });
  }
  if (now - heightSince >= stalledMinutes * 60_000) {
    found.push({
      code: 'download_stalled',
      reason: `the daemon is behind the best known header and has downloaded no block for ${stalledMinutes} minutes`,
    });
  }
  return found;
}

function clockOff({ timeOffsetSeconds, peers }: DaemonView): FoundProblem[] {
  if (timeOffsetSeconds === null || peers === null || peers === 0) return [];
  if (Math.abs(timeOffsetSeconds) < clockOffSeconds) return [];
  const side = timeOffsetSeconds > 0 ? 'behind' : 'ahead of';
  const minutes = clockOffSeconds / 60;
  return [{ code: 'clock_off', reason: `the host’s clock is at least ${minutes} minutes ${side} the peers’ clocks` }];
}

function daemonWarning({ warnings }: DaemonView): FoundProblem[] {
  const serious = warnings.filter((warning) => !harmlessWarning.test(warning));
  if (serious.length === 0) return [];
  return [{ code: 'daemon_warning', reason: fitText(`daemon warning: ${serious.join('; ')}`, maxWarningLength) }];
}

function memoryNearLimit({ memoryMiB }: DaemonView, { memoryLimit }: Judged): FoundProblem[] {
  if (memoryMiB === null || memoryMiB < (memoryLimit * memoryPercent) / 100) return [];
  return [
    {
      code: 'memory_near_limit',
      reason: `the daemon uses at least ${memoryPercent} % of its ${memoryLimit} MiB memory limit`,
    },
  ];
}

const naming: readonly string[] = ['connect', 'addnode', 'seednode'];

const optionOf = (key: string): string => key.split('.').at(-1) ?? key;

/**
 * Whether a node should have peers. `none`: a private chain without named peers; `kept-away`: its overrides disable
 * connections.
 */
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
  const found: FoundProblem[] = [];
  if (recent.length >= oftenExits) {
    found.push({
      code: 'restarts_often',
      reason: `the daemon exited unexpectedly at least ${oftenExits} times within an hour`,
    });
  }
  if (recent.some(({ outOfMemory }) => outOfMemory)) {
    found.push({
      code: 'memory_near_limit',
      reason: 'the daemon was killed at its memory limit within the last hour',
    });
  }
  return found;
}
