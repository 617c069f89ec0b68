import type { HostRuntime, OwnObject } from '../../../agent/runtime/host-runtime.ts';
import { CommandError } from '../../command-error.ts';

/** A node of this executor as found on the host. */
export interface HostedNode {
  id: string;
  name: string;
  containerId: string | null;
  hasVolume: boolean;
  /** The host directory of its data; null if the data is in an engine volume. */
  directory: string | null;
  /** The wallets in its data; null if they cannot be listed. */
  wallets: readonly string[] | null;
}

/** Lists an executor's nodes. Throws RuntimeError. */
export async function hostedNodes(
  host: Pick<HostRuntime, 'ownObjects' | 'wallets'>,
  executorId: string,
): Promise<HostedNode[]> {
  const nodes = nodesAmong(await host.ownObjects(), executorId);
  return Promise.all(
    nodes.map(async (node) => ({
      ...node,
      wallets: node.containerId === null ? null : await host.wallets(node.containerId),
    })),
  );
}

/** Groups an executor's containers and volumes by node. A node that is being moved has two volumes. */
export function nodesAmong(objects: readonly OwnObject[], executorId: string): Omit<HostedNode, 'wallets'>[] {
  const ours = objects.filter((object) => object.executorId === executorId && object.nodeId !== null);
  return [...Map.groupBy(ours, ({ nodeId }) => nodeId ?? '')].map(([id, own]) => ({
    id,
    name: own[0]?.nodeName ?? id,
    containerId: own.find(({ kind }) => kind === 'container')?.id ?? null,
    hasVolume: own.some(({ kind }) => kind === 'volume'),
    directory: own.find(({ directory }) => directory !== null)?.directory ?? null,
  }));
}

/**
 * Returns why the data of these nodes must not be removed, one sentence each. `named`: the wallets that the operator agreed to lose.
 */
export const whyNotRemovable = (
  nodes: readonly HostedNode[],
  executorName: string,
  named: readonly string[],
): string[] =>
  nodes.flatMap(({ id, name, hasVolume, directory, wallets }) => {
    if (directory !== null) return [`the data of ${name} is in ${directory}; remove it manually`];
    if (wallets === null)
      return hasVolume
        ? [
            `${name} has no container, so its wallets cannot be listed. Review its data: satrap hosts data ${executorName}. Remove it first: satrap hosts remove-data ${executorName} ${id} ${name}`,
          ]
        : [];
    const kept = wallets.filter((wallet) => !named.includes(wallet));
    return kept.length === 0
      ? []
      : [`${name} has the wallets ${kept.map((wallet) => `"${wallet}"`).join(', ')}; name them with --wallets`];
  });

/** Throws CommandError unless the operator typed this host's name and named each wallet. */
export function requireRemovable(
  nodes: readonly HostedNode[],
  { typed, executorName, wallets }: { typed: string; executorName: string; wallets: readonly string[] },
): void {
  if (typed !== executorName)
    throw new CommandError(
      `this host is ${executorName}, not ${typed}; to remove its chain data, use --remove-data ${executorName}`,
      2,
    );
  const faults = whyNotRemovable(nodes, executorName, wallets);
  if (faults.length > 0)
    throw new CommandError(['nothing was changed:', ...faults.map((fault) => `  ${fault}`)].join('\n'));
}
