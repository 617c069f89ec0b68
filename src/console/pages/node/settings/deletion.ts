import { type Network, networkFacts } from '../../../../bitcoin/network.ts';
import type { NodeDataPolicy } from '../../../../contract/types.generated.ts';
import { authorityOf } from '../../../../text/authority.ts';
import { formatBytes, formatNumber, walletName } from '../../../display/format.ts';

export interface DeletableNode {
  network: Network;
  executor: { name: string };
  status: { wallets: readonly string[] | null; endpoint: { host: string; rpcPort: number } | null };
  metrics: { height: number; sizeOnDiskBytes: number } | null;
}

export function deletionOutcome(
  policy: NodeDataPolicy,
  { network, executor, status: { endpoint, wallets }, metrics }: DeletableNode,
): { lost: string[]; kept: string[] } {
  const address = endpoint === null ? '' : ` ${authorityOf(endpoint.host, endpoint.rpcPort)}`;
  const extent =
    metrics === null ? '' : ` (to height ${formatNumber(metrics.height)}, ${formatBytes(metrics.sizeOnDiskBytes)})`;
  const lost = [`Endpoint${address}: clients lose access.`, 'Container, log and settings.'];
  if (policy === 'keep')
    return {
      lost,
      kept: [`Chain data${extent} on ${executor.name}, where a new node can reuse it.`, keptText(wallets)],
    };
  const { syncTime } = networkFacts(network);
  const cost = syncTime === null ? 'no other copy of this chain exists' : `syncing again takes ${syncTime}`;
  return { lost: [...lost, `Chain data${extent}; ${cost}.`], kept: [] };
}

function keptText(wallets: readonly string[] | null): string {
  if (wallets === null) return 'All wallets in the data. The host has not reported their names.';
  return wallets.length === 0 ? 'No wallets in the data.' : `Wallets: ${wallets.map(walletName).join(', ')}.`;
}

/** Returns whether each known wallet is named. The control plane and the agent check this again. */
export const areAllNamed = (wallets: readonly string[] | null, named: readonly string[]): boolean =>
  (wallets ?? []).every((wallet) => named.includes(wallet));

/** Parses comma-separated wallet names. An empty text names no wallet; a single comma the default one. */
export const namesIn = (text: string): string[] =>
  text.trim() === '' ? [] : [...new Set(text.split(',').map((name) => name.trim()))];
