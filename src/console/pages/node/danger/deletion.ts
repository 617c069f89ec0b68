import { networkFacts } from '../../../../bitcoin/network.ts';
import type { Network, NodeDataPolicy } from '../../../../contract/types.generated.ts';
import { formatBytes, formatNumber, walletName } from '../../../display/format.ts';

/** What is known of a node that may be deleted; null for what is not. */
export interface DeletableNode {
  network: Network;
  executorName: string;
  /** Where its RPC answers. */
  address: string | null;
  height: number | null;
  sizeBytes: number | null;
  wallets: readonly string[] | null;
}

/** What becomes of a node's things. */
interface DeletionOutcome {
  lost: string[];
  kept: string[];
}

function replacementOf(network: Network): string {
  const { syncTime } = networkFacts(network);
  return syncTime === null ? 'this chain is nowhere else' : `fetching it again takes ${syncTime}`;
}

/** Returns what a deletion takes away and what it leaves. Pure. */
export function deletionOutcome(policy: NodeDataPolicy, node: DeletableNode): DeletionOutcome {
  const { network, executorName, address, wallets } = node;
  const always = [
    `Its address${address === null ? '' : `, ${address},`} stops answering for whoever uses it.`,
    'Its container, the log of its daemon, its settings and its RPC credentials.',
  ];
  const data = `Its chain data${extentOf(node)}`;
  if (policy === 'keep')
    return {
      lost: always,
      kept: [
        `${data} stays on ${executorName}, where a new node can go on with it.`,
        wallets === null
          ? 'Whatever wallets are in that data stay there; which ones is not known.'
          : wallets.length === 0
            ? 'There is no wallet in it.'
            : `The wallets in it: ${wallets.map(walletName).join(', ')}.`,
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

/** Returns whether each wallet that is known is named. The control plane and the executor judge it again. Pure. */
export const areAllNamed = (wallets: readonly string[] | null, named: readonly string[]): boolean =>
  (wallets ?? []).every((wallet) => named.includes(wallet));

/** Reads names with commas between them. An empty text names no wallet; a lone comma the default one. Pure. */
export const namesIn = (text: string): string[] =>
  text.trim() === '' ? [] : [...new Set(text.split(',').map((name) => name.trim()))];
