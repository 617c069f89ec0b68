import type { Network } from './network.ts';
import type { NodeConfig } from './node-config.ts';

/** What decides which chain a node follows. */
export interface ChainOfNode {
  network: Network;
  /** The challenge of a custom signet; null on every other network. */
  challenge: string | null;
}

/** Returns the chain of a node with this configuration. */
export const chainOf = ({ network, signet }: Pick<NodeConfig, 'network' | 'signet'>): ChainOfNode => ({
  network,
  challenge: signet?.challenge ?? null,
});

/** Whether one node can use the chain data of the other. */
export const isSameChain = (a: ChainOfNode, b: ChainOfNode): boolean => networkName(a) === networkName(b);

/** The name of a node's chain: two signets with different challenges are different networks. */
export const networkName = ({ network, challenge }: ChainOfNode): string =>
  challenge === null ? network : `${network}:${challenge}`;

/** Longer challenges are shortened in a sentence. */
const shownDigits = 16;

/** The same name for people: a challenge can have hundreds of digits. */
export function shownNetworkName(name: string): string {
  const [network = '', challenge] = name.split(':');
  if (challenge === undefined || challenge.length <= shownDigits) return name;
  return `${network}:${challenge.slice(0, shownDigits / 2)}…${challenge.slice(-shownDigits / 2)}`;
}
