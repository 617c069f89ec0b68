import { networkFacts } from '../../../../bitcoin/network.ts';
import type { Network, NodeDataPolicy } from '../../../../contract/types.generated.ts';
import { formatBytes, formatNumber, walletName } from '../../../display/format.ts';

/** Facts of a node to delete; null where unknown. */
export interface DeletableNode {
  network: Network;
  executorName: string;
  /** The address of the RPC endpoint. */
  address: string | null;
  height: number | null;
  sizeBytes: number | null;
  wallets: readonly string[] | null;
}

/** What a deletion removes and keeps. */
interface DeletionOutcome {
  lost: string[];
  kept: string[];
}

function replacementOf(network: Network): string {
  const { syncTime } = networkFacts(network);
  return syncTime === null ? 'no other copy of this chain exists' : `syncing again takes ${syncTime}`;
}

/** Returns what a deletion removes and keeps. */
export function deletionOutcome(policy: NodeDataPolicy, node: DeletableNode): DeletionOutcome {
  const { network, executorName, address, wallets } = node;
  const always = [
    `Endpoint${address === null ? '' : ` ${address}`}: clients lose access.`,
    'Container, log, settings and RPC credentials.',
  ];
  const data = `Chain data${extentOf(node)}`;
  if (policy === 'keep')
    return {
      lost: always,
      kept: [
        `${data} on ${executorName}, where a new node can reuse it.`,
        wallets === null
          ? 'All wallets in the data. The host has not reported their names.'
          : wallets.length === 0
            ? 'No wallets in the data.'
            : `Wallets: ${wallets.map(walletName).join(', ')}.`,
      ],
    };
  return { lost: [...always, `${data}; ${replacementOf(network)}.`], kept: [] };
}

function extentOf({ height, sizeBytes }: DeletableNode): string {
  const facts = [
    ...(height === null ? [] : [`to height ${formatNumber(height)}`]),
    ...(sizeBytes === null ? [] : [formatBytes(sizeBytes)]),
  ];
  return facts.length === 0 ? '' : ` (${facts.join(', ')})`;
}

/** Returns whether each known wallet is named. The control plane and the agent check this again. */
export const areAllNamed = (wallets: readonly string[] | null, named: readonly string[]): boolean =>
  (wallets ?? []).every((wallet) => named.includes(wallet));

/** Parses comma-separated wallet names. An empty text names no wallet; a single comma the default one. */
export const namesIn = (text: string): string[] =>
  text.trim() === '' ? [] : [...new Set(text.split(',').map((name) => name.trim()))];
