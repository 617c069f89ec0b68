import { hasPeers, type Network } from '../../../../bitcoin/network.ts';
import { formatDuration } from '../../../../text/format-duration.ts';
import { formatCount } from '../../../display/format.ts';

export interface ChainView {
  network: Network;
  height: number;
  headers: number;
  peers: number;
  initialBlockDownload: boolean;
}

/** Without peers, a node of a public chain cannot know about missing blocks. */
const isAlone = ({ network, peers }: ChainView): boolean => hasPeers(network) && peers === 0;

/** Returns the height of the network, as far as the node or another node of the organization knows. Private chains differ. */
export const tipOf = ({ network, headers }: ChainView, highest: number | null): number =>
  hasPeers(network) ? Math.max(headers, highest ?? 0) : headers;

const blocks = (count: number): string => formatCount(count, 'block');

/** What is left of a sync. `secondsLeft` is null if unknown. */
export function syncHint(view: ChainView, secondsLeft: number | null): string {
  if (view.headers <= view.height) return isAlone(view) ? 'waiting for peers' : 'waiting for headers';
  const time = secondsLeft === null ? [] : [`about ${formatDuration(secondsLeft)} left`];
  return [`${blocks(view.headers - view.height)} left`, ...time].join(' · ');
}

interface Bucket {
  at: string;
  height?: { last: number } | null;
  verificationProgress?: { last: number } | null;
}

const hourMs = 60 * 60_000;
const leastMs = 5 * 60_000;

/** Returns what a value gains in an hour, by the last one; null with less than five minutes of data or without progress. */
export function hourlyGain<B extends Bucket>(buckets: readonly B[], field: 'height' | 'verificationProgress') {
  const known = buckets.flatMap(({ at, [field]: value }) =>
    value == null ? [] : [{ atMs: Date.parse(at), value: value.last }],
  );
  const last = known.at(-1);
  if (last === undefined) return null;
  const first = known.find(({ atMs }) => atMs >= last.atMs - hourMs) ?? last;
  const [ms, gained] = [last.atMs - first.atMs, last.value - first.value];
  return ms < leastMs || gained <= 0 ? null : (gained / ms) * hourMs;
}

/** Estimates the seconds to the tip. Too optimistic at first, since later blocks take longer. */
export function secondsToTip(buckets: readonly Bucket[], progress: number): number | null {
  const gain = hourlyGain(buckets, 'verificationProgress');
  return gain === null ? null : (Math.max(0, 1 - progress) / gain) * 3600;
}
