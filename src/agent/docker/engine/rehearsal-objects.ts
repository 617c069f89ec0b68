import { refused } from '../../runtime/runtime-error.ts';
import { inspectOrNull, killContainer, listContainers } from './containers.ts';
import type { CallOptions, EngineClient } from './engine-client.ts';
import { filterOf, labels } from './labels.ts';
import { listVolumes } from './volumes.ts';

/** The executor and the installation of the agent. */
interface RehearsalOwner {
  executorId: string;
  instanceId: string;
}

/** The name of the container and of the volume with the copy: a node has one rehearsal at a time. */
export const rehearsalName = (nodeId: string): string => `satrap-rehearsal-${nodeId}`;

const purpose = 'rehearsal';

/** They have no label of a node, so that nothing takes them for its container or its data. */
export const rehearsalLabels = ({ executorId, instanceId }: RehearsalOwner, nodeId: string) => ({
  [labels.executor]: executorId,
  [labels.instance]: instanceId,
  [labels.purpose]: purpose,
  [labels.reads]: nodeId,
});

export interface CopyVolume {
  name: string;
  /** The host directory that it is bound to; null if the engine keeps it. */
  directory: string | null;
  /** The path of its data on the host. */
  path: string;
}

type Labels = Readonly<Record<string, string>> | null | undefined;

const isOurs = (found: Labels, { executorId }: Pick<RehearsalOwner, 'executorId'>): boolean =>
  found?.[labels.executor] === executorId && found[labels.purpose] === purpose;

/** Creates the volume for the copy of a node's data. With `directory`, the data is in that host directory. */
export async function createCopyVolume(
  client: EngineClient,
  owner: RehearsalOwner,
  { nodeId, directory }: { nodeId: string; directory: string | null },
): Promise<CopyVolume> {
  await client.call('create the volume of the copy', (abortSignal) =>
    client.docker.createVolume({
      abortSignal,
      Name: rehearsalName(nodeId),
      Driver: 'local',
      DriverOpts: directory === null ? {} : { type: 'none', o: 'bind', device: directory },
      Labels: rehearsalLabels(owner, nodeId),
    }),
  );
  const made = await findCopyVolume(client, owner, nodeId);
  if (made === null) throw refused('the volume of the copy was removed by someone else');
  return made;
}

/** Finds the volume with the copy of a node's data; null without one. Throws RuntimeError for a foreign one. */
export async function findCopyVolume(
  client: EngineClient,
  owner: Pick<RehearsalOwner, 'executorId'>,
  nodeId: string,
): Promise<CopyVolume | null> {
  const name = rehearsalName(nodeId);
  // The engine's filter matches substrings of names.
  const found = (await listVolumes(client, { name: [name] })).find(({ Name }) => Name === name);
  if (found === undefined) return null;
  if (!isOurs(found.Labels, owner)) throw refused(`a foreign volume named ${name} exists; rename or remove it`);
  const directory = found.Options?.['device'] ?? null;
  return { name, directory, path: directory ?? found.Mountpoint };
}

/** Ends and removes the container of a node's rehearsal, if any. Throws RuntimeError for a foreign one. */
export async function removeRehearsalContainer(
  client: EngineClient,
  owner: Pick<RehearsalOwner, 'executorId'>,
  nodeId: string,
  options?: CallOptions,
): Promise<void> {
  const name = rehearsalName(nodeId);
  const found = await inspectOrNull(client, name, options);
  if (found === null) return;
  if (!isOurs(found.Config.Labels, owner))
    throw refused(`a foreign container named ${name} exists; rename or remove it`);
  await killContainer(client, found.Id, options);
}

/** Lists the nodes of which a rehearsal has objects here, with the installation that created them. */
export async function findRehearsals(
  client: EngineClient,
  { executorId }: Pick<RehearsalOwner, 'executorId'>,
): Promise<{ nodeId: string; instanceId: string }[]> {
  const filters = filterOf({ [labels.executor]: executorId, [labels.purpose]: purpose });
  const [containers, volumes] = await Promise.all([listContainers(client, filters), listVolumes(client, filters)]);
  return [...containers, ...volumes].flatMap(({ Labels: found }) => {
    const nodeId = found?.[labels.reads];
    return nodeId === undefined ? [] : [{ nodeId, instanceId: found?.[labels.instance] ?? '' }];
  });
}
