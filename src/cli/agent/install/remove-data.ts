import { removeContainer, stopContainer } from '../../../agent/docker/engine/containers.ts';
import { EngineClient } from '../../../agent/docker/engine/engine-client.ts';
import { labels } from '../../../agent/docker/engine/labels.ts';
import { findOwnObjects, type OwnObjects } from '../../../agent/docker/engine/own-objects.ts';
import { removeVolume } from '../../../agent/docker/engine/volumes.ts';
import { listAllWallets } from '../../../agent/docker/engine/wallets.ts';
import type { EngineEndpoint } from '../../../agent/settings/engine-endpoint.ts';
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
export async function hostedNodes(endpoint: EngineEndpoint, executorId: string): Promise<HostedNode[]> {
  const client = new EngineClient(endpoint);
  const nodes = nodesAmong(await findOwnObjects(client), executorId);
  return Promise.all(
    nodes.map(async (node) => ({
      ...node,
      wallets: node.containerId === null ? null : await listAllWallets(client, node.containerId),
    })),
  );
}

/** Returns the nodes of an executor among what agents have made. While a node is moved it has two volumes. Pure. */
export function nodesAmong({ containers, volumes }: OwnObjects, executorId: string): Omit<HostedNode, 'wallets'>[] {
  const isOurs = ({ Labels }: { Labels: Readonly<Record<string, string>> | null }) =>
    Labels?.[labels.executor] === executorId && Labels[labels.node] !== undefined;
  const containersOf = Map.groupBy(containers.filter(isOurs), ({ Labels }) => Labels[labels.node]);
  const volumesOf = Map.groupBy(volumes.filter(isOurs), ({ Labels }) => Labels[labels.node]);
  const ids = new Set([...containersOf.keys(), ...volumesOf.keys()].filter((id) => id !== undefined));
  return [...ids].map((id) => {
    const [container] = containersOf.get(id) ?? [];
    const ownVolumes = volumesOf.get(id) ?? [];
    return {
      id,
      name: (container ?? ownVolumes[0])?.Labels[labels.name] ?? id,
      containerId: container?.Id ?? null,
      hasVolume: ownVolumes.length > 0,
      directory: ownVolumes.flatMap(({ Options }) => Options?.['device'] ?? [])[0] ?? null,
    };
  });
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

/** Stops each daemon gently, then removes its container and its chain data. Safe to repeat. Throws RuntimeError. */
export async function removeNodes(
  endpoint: EngineEndpoint,
  nodes: readonly HostedNode[],
  graceSeconds: number,
): Promise<void> {
  const client = new EngineClient(endpoint);
  await Promise.all(
    nodes.map(async ({ id, containerId, hasVolume }) => {
      if (containerId !== null) {
        await stopContainer(client, containerId, graceSeconds);
        await removeContainer(client, containerId);
      }
      if (hasVolume) await removeVolume(client, id);
    }),
  );
}
