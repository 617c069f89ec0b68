import { hasPeers, type Network } from '../../../../bitcoin/network.ts';
import { traitsOf } from '../../../../contract/phases.ts';
import type { NodePhase } from '../../../../contract/types.generated.ts';
import { formatDuration, formatNumber, formatVerified } from '../../../display/format.ts';

export interface ChainView {
  network: Network;
  height: number;
  headers: number;
  peers: number;
  verificationProgress: number;
  initialBlockDownload: boolean;
}

/** Whether the node still downloads or verifies blocks. A private chain with old blocks stays in initial block download forever. */
export const isSyncing = ({ network, height, headers, initialBlockDownload }: ChainView): boolean =>
  initialBlockDownload && (hasPeers(network) || height !== headers);

/** Without peers, a node of a public chain cannot know about missing blocks. */
const isAlone = ({ network, peers }: ChainView): boolean => hasPeers(network) && peers === 0;

export function headersHint(view: ChainView): string {
  if (view.headers > view.height) return `${formatNumber(view.headers - view.height)} blocks left`;
  if (isAlone(view)) return 'waiting for peers';
  return isSyncing(view) ? 'waiting for headers' : 'up to date';
}

/** Returns the verified part of the chain with a hint. `secondsLeft` is null if unknown. */
export function verifiedFact(view: ChainView, secondsLeft: number | null): { value: string; hint: string } {
  if (view.headers === 0) return { value: '–', hint: 'no blocks yet' };
  const value = formatVerified(view);
  if (!isSyncing(view)) return { value, hint: isAlone(view) ? 'no peers to compare with' : 'synced' };
  return { value, hint: secondsLeft === null ? 'syncing' : `about ${formatDuration(secondsLeft)} left` };
}

/** Whether a node in this phase reports current values. */
export const isMeasured = (phase: NodePhase): boolean => traitsOf(phase)?.isUp === true;

interface Bucket {
  at: string;
  verificationProgress?: { last: number } | null;
}

const paceMs = 60 * 60_000;
const leastMs = 5 * 60_000;

/** Estimates the seconds to the tip from the progress in the last hour; null with less than five minutes of data or without progress. */
export function secondsToTip(buckets: readonly Bucket[], progress: number): number | null {
  const known = buckets.flatMap(({ at, verificationProgress }) =>
    verificationProgress == null ? [] : [{ atMs: Date.parse(at), part: verificationProgress.last }],
  );
  const last = known.at(-1);
  if (last === undefined) return null;
  const first = known.find(({ atMs }) => atMs >= last.atMs - paceMs) ?? last;
  // Too optimistic at first, since later blocks take longer.
  const ms = last.atMs - first.atMs;
  const gained = last.part - first.part;
  return ms < leastMs || gained <= 0 ? null : ((Math.max(0, 1 - progress) / gained) * ms) / 1000;
}
