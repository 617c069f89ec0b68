import type { HostRuntime, OwnObject } from '../../../agent/runtime/host-runtime.ts';
import { CommandError } from '../../command-error.ts';

/** A node of this executor, as its host has it. */
export interface HostedNode {
  id: string;
  name: string;
  containerId: string | null;
  hasVolume: boolean;
  /** A directory of the host that its data lies in; null where the engine keeps all of it. */
  directory: string | null;
  /** The wallets in its data; null where they could not be looked at. */
  wallets: readonly string[] | null;
}

/** Looks at the nodes of an executor. Throws RuntimeError. */
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

/** Returns the nodes of an executor among what agents have made. While a node is moved it has two volumes. Pure. */
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
 * Returns why the data of these nodes must not be removed, one sentence each: `named` are the wallets that the operator gives up by name.
 * Pure.
 */
export const whyNotRemovable = (
  nodes: readonly HostedNode[],
  executorName: string,
  named: readonly string[],
): string[] =>
  nodes.flatMap(({ id, name, hasVolume, directory, wallets }) => {
    if (directory !== null) return [`the data of ${name} lies in ${directory}: remove it by hand`];
    if (wallets === null)
      return hasVolume
        ? [
            `the data of ${name} has no container, so its wallets cannot be listed. Look at it with: satrap executors data ${executorName}. Remove it first: satrap executors remove-data ${executorName} ${id} ${name}`,
          ]
        : [];
    const kept = wallets.filter((wallet) => !named.includes(wallet));
    return kept.length === 0
      ? []
      : [`${name} has the wallets ${kept.map((wallet) => `"${wallet}"`).join(', ')}: name them with --wallets`];
  });

/** Throws CommandError unless the operator typed this executor's name, and gave up each wallet by its name. */
export function requireRemovable(
  nodes: readonly HostedNode[],
  { typed, executorName, wallets }: { typed: string; executorName: string; wallets: readonly string[] },
): void {
  if (typed !== executorName)
    throw new CommandError(
      `the executor here is ${executorName}, not ${typed}; to remove the chain data of its nodes, give that name to --remove-data`,
      2,
    );
  const faults = whyNotRemovable(nodes, executorName, wallets);
  if (faults.length > 0)
    throw new CommandError(['nothing was changed:', ...faults.map((fault) => `  ${fault}`)].join('\n'));
}
