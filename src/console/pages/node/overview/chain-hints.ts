import { hasPeers, type Network } from '../../../../bitcoin/network.ts';
import { traitsOf } from '../../../../contract/phases.ts';
import type { NodePhase } from '../../../../contract/types.generated.ts';
import { formatNumber, formatPart } from '../../../display/values/amounts.ts';
import { formatDuration } from '../../../display/values/duration.ts';

export interface ChainView {
  network: Network;
  height: number;
  headers: number;
  peers: number;
  verificationProgress: number;
  initialBlockDownload: boolean;
}

/** Whether the node still fetches or verifies blocks. A private chain with old blocks stays in initial block download forever. */
export const isSyncing = ({ network, height, headers, initialBlockDownload }: ChainView): boolean =>
  initialBlockDownload && (hasPeers(network) || height !== headers);

/** Without a peer, a node of a public chain cannot know of blocks that it lacks. */
const isAlone = ({ network, peers }: ChainView): boolean => hasPeers(network) && peers === 0;

/** Returns how far the headers are ahead of the blocks, in words. */
export function headersHint(view: ChainView): string {
  if (view.headers > view.height) return `${formatNumber(view.headers - view.height)} blocks left`;
  if (isAlone(view)) return 'waiting for peers';
  return isSyncing(view) ? 'waiting for headers' : 'up to date';
}

/** Returns the verified part of the chain, and what it means. `secondsLeft` is null where it is not known. */
export function verifiedFact(view: ChainView, secondsLeft: number | null): { value: string; hint: string } {
  if (view.headers === 0) return { value: '–', hint: 'no blocks yet' };
  const value = formatPart(view.verificationProgress);
  if (!isSyncing(view)) return { value, hint: isAlone(view) ? 'no peers to compare with' : 'synced' };
  return { value, hint: secondsLeft === null ? 'syncing' : `about ${formatDuration(secondsLeft)} left` };
}

/** Whether a node in this phase can have measured its latest values just now. */
export const isMeasured = (phase: NodePhase): boolean => traitsOf(phase)?.isUp === true;
