import { maxContainerIdLength, maxImageLength, maxOrphans, maxShortLength, maxWallets } from '../../contract/limits.ts';
import type { ChainDataInput, ObservedNodeInput, OrphanedNodeInput } from '../../contract/types.generated.ts';
import { fitText } from '../../text/fit-text.ts';
import { printable } from '../../text/printable.ts';

/** What a report says of this host's nodes. */
export interface Report {
  nodes: ObservedNodeInput[];
  orphans: OrphanedNodeInput[];
}

/**
 * Cuts what comes from the engine, such as labels that anyone may have written, to what the control plane takes: it refuses a heartbeat as a
 * whole.
 */
export const fitReport = ({ nodes, orphans }: Report): Report => ({
  nodes: nodes.map((node) => ({
    ...node,
    ...(node.containerId === undefined ? {} : { containerId: cut(node.containerId, maxContainerIdLength) }),
    imageDigest: cut(node.imageDigest, maxImageLength),
    ...(node.wallets ? { wallets: fitWallets(node.wallets) } : {}),
  })),
  orphans: orphans.slice(0, maxOrphans).map(({ nodeId, name, containerId, kept, data }) => ({
    nodeId: cut(nodeId, maxShortLength) || 'without an id',
    name: cut(name, maxShortLength),
    containerId: cut(containerId, maxContainerIdLength),
    ...(kept ? { kept } : {}),
    ...(data ? { data: fitData(data) } : {}),
  })),
});

const fitData = (data: ChainDataInput): ChainDataInput => ({
  ...data,
  begunWith: cut(data.begunWith, maxShortLength),
  openedWith: cut(data.openedWith, maxShortLength),
  wallets: data.wallets ? fitWallets(data.wallets) : null,
});

const fitWallets = (wallets: readonly string[]): string[] =>
  wallets.slice(0, maxWallets).map((wallet) => cut(wallet, maxShortLength));

function cut(text: string, maxLength: number): string;
function cut(text: string | null | undefined, maxLength: number): string | null;
function cut(text: string | null | undefined, maxLength: number): string | null {
  return text === null || text === undefined ? null : fitText(printable(text), maxLength);
}
