import { removeContainer, stopContainer } from '../../../agent/docker/engine/containers.ts';
import { EngineClient } from '../../../agent/docker/engine/engine-client.ts';
import { labels } from '../../../agent/docker/engine/labels.ts';
import { findOwnObjects } from '../../../agent/docker/engine/own-objects.ts';
import { removeVolume } from '../../../agent/docker/engine/volumes.ts';
import { listAllWallets } from '../../../agent/docker/engine/wallets.ts';
import { CommandError } from '../../command-error.ts';

/** A node of this executor, as its host has it. */
export interface HostedNode {
  id: string;
  name: string;
  containerId: string | null;
  hasVolume: boolean;
  /** The directory of the host that its data lies in; null where the engine keeps it. */
  directory: string | null;
  /** The wallets in its data; null where they could not be looked at. */
  wallets: readonly string[] | null;
}

/** Looks at the nodes of an executor. Throws RuntimeError. */
export async function hostedNodes(socket: string, executorId: string): Promise<HostedNode[]> {
  const client = new EngineClient(socket);
  const { containers, volumes } = await findOwnObjects(client);
  const isOurs = (own: Readonly<Record<string, string>> | null) => own?.[labels.executor] === executorId;
  const ofNode = (own: Readonly<Record<string, string>> | null) => own?.[labels.node] ?? '';
  const ours = [
    ...containers.filter(({ Labels }) => isOurs(Labels)),
    ...volumes.filter(({ Labels }) => isOurs(Labels)),
  ];
  const ids = new Set(ours.map(({ Labels }) => ofNode(Labels)));
  return Promise.all(
    [...ids].map(async (id) => {
      const container = containers.find(({ Labels }) => isOurs(Labels) && ofNode(Labels) === id);
      const volume = volumes.find(({ Labels }) => isOurs(Labels) && ofNode(Labels) === id);
      return {
        id,
        name: (container?.Labels ?? volume?.Labels)?.[labels.name] ?? id,
        containerId: container?.Id ?? null,
        hasVolume: volume !== undefined,
        directory: volume?.Options?.['device'] ?? null,
        wallets: container === undefined ? null : await listAllWallets(client, container.Id),
      };
    }),
  );
}

/**
 * Returns why the data of these nodes must not be removed, one sentence each: `named` are the wallets that the operator gives up by name.
 * Pure.
 */
export const whyNotRemovable = (nodes: readonly HostedNode[], named: readonly string[]): string[] =>
  nodes.flatMap(({ name, hasVolume, directory, wallets }) => {
    if (directory !== null) return [`the data of ${name} lies in ${directory}: remove it by hand`];
    if (wallets === null)
      return hasVolume ? [`whether wallets lie in the data of ${name} cannot be seen, as it has no container`] : [];
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
  const faults = whyNotRemovable(nodes, wallets);
  if (faults.length > 0)
    throw new CommandError(['nothing was changed:', ...faults.map((fault) => `  ${fault}`)].join('\n'));
}

/** Stops each daemon gently, then removes its container and its chain data. Safe to repeat. Throws RuntimeError. */
export async function removeNodes(socket: string, nodes: readonly HostedNode[], graceSeconds: number): Promise<void> {
  const client = new EngineClient(socket);
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
