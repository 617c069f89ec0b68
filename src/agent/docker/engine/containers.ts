import type Docker from 'dockerode';
import { paths } from './create-container.ts';
import type { DockerClient } from './engine-client.ts';
import { EngineError } from './engine-error.ts';
import { labels, objectName } from './labels.ts';
import { type ObservedContainer, observedContainer } from './observed-container.ts';

/** The containers that have to do with one of our nodes. Those of others are named, and never touched. */
export interface ContainersAround {
  /** The node's own, whatever their state. */
  own: ObservedContainer[];
  /** Running containers of others that mount the node's volume: they could write to its chain data. */
  strangers: string[];
  /** Containers of others that carry the node's labels, as every copy of its container does, or its container's name. */
  lookalikes: string[];
}

export async function containersAround(
  client: DockerClient,
  executorId: string,
  nodeId: string,
): Promise<ContainersAround> {
  const all = await client.call('list containers', (abortSignal) =>
    client.docker.listContainers({ all: true, abortSignal }),
  );
  const isLabelled = ({ Labels }: Docker.ContainerInfo) =>
    Labels[labels.executor] === executorId && Labels[labels.node] === nodeId;
  const own = all.filter((one) => isLabelled(one) && standsOnVolume(one, nodeId));
  const foreign = all.filter((one) => !own.includes(one));
  const isUp = ({ State }: Docker.ContainerInfo) => ['running', 'paused', 'restarting'].includes(State);
  const mounts = ({ Mounts }: Docker.ContainerInfo) => Mounts.some(({ Name }) => Name === objectName(nodeId));
  const inspected = await Promise.all(own.map(({ Id }) => inspect(client, Id)));
  return {
    own: inspected.filter((container) => container !== null),
    strangers: foreign.filter((one) => isUp(one) && mounts(one)).map(nameOf),
    lookalikes: foreign.filter((one) => isLabelled(one) || nameOf(one) === objectName(nodeId)).map(nameOf),
  };
}

/** Labels alone prove nothing: whatever is run from a commit of a node's container carries them too. */
const standsOnVolume = ({ Mounts }: Docker.ContainerInfo, nodeId: string): boolean =>
  Mounts.some(({ Name, Destination }) => Name === objectName(nodeId) && Destination === paths.mountPoint);

const nameOf = ({ Id, Names }: Docker.ContainerInfo): string => Names[0]?.replace(/^\//, '') ?? Id;

/** The nodes that have a container here, with the name that it was made for. */
export async function nodesWithContainers(
  client: DockerClient,
  executorId: string,
): Promise<{ nodeId: string; name: string; containerId: string }[]> {
  const found = await client.call('list containers', (abortSignal) =>
    client.docker.listContainers({
      all: true,
      filters: { label: [`${labels.executor}=${executorId}`] },
      abortSignal,
    }),
  );
  return found.flatMap((one) => {
    const nodeId = one.Labels[labels.node];
    if (nodeId === undefined || !standsOnVolume(one, nodeId)) return [];
    return [{ nodeId, name: one.Labels[labels.name] ?? nodeId, containerId: one.Id }];
  });
}

/**
 * The host ports that any container publishes, ours or not, and those that a node's container will publish again when it is started:
 * the engine lists no ports of a container that is down.
 */
export async function publishedPorts(client: DockerClient): Promise<Set<number>> {
  const all = await client.call('list containers', (abortSignal) =>
    client.docker.listContainers({ all: true, abortSignal }),
  );
  const published = all.flatMap((one) => one.Ports.map((port) => port.PublicPort));
  const promised = all.flatMap((one) => [Number(one.Labels[labels.rpcPort]), Number(one.Labels[labels.p2pPort])]);
  return new Set([...published, ...promised].filter((port) => port !== undefined && port > 0));
}

export async function startContainer(client: DockerClient, id: string): Promise<void> {
  await client.call('start the container', (abortSignal) => client.docker.getContainer(id).start({ abortSignal }), {
    seconds: 120,
  });
}

/**
 * Sends SIGTERM and waits until the daemon has ended; the engine kills it only after `graceSeconds`. The engine finishes a stop
 * that it has begun even when this process dies meanwhile. A container that is down or gone already is no error.
 */
export async function stopContainer(client: DockerClient, id: string, graceSeconds: number): Promise<void> {
  const container = client.docker.getContainer(id);
  const askAgain = setInterval(() => void remind(client, id), remindMs);
  try {
    await client.call('stop the container', (abortSignal) => container.stop({ t: graceSeconds, abortSignal }), {
      seconds: graceSeconds + 60,
    });
  } catch (error) {
    unless('not-found', isNotModified)(error);
  } finally {
    clearInterval(askAgain);
  }
}

const remindMs = 2000;

/**
 * The daemon is the first process of its container, for which the kernel drops a signal that it does not handle yet: one that is asked to
 * stop right after its start would go on until it is killed. A daemon that is ending already takes no notice of a second SIGTERM.
 */
async function remind(client: DockerClient, id: string): Promise<void> {
  await client
    .call('ask the container to stop', (abortSignal) =>
      client.docker.getContainer(id).kill({ signal: 'SIGTERM', abortSignal }),
    )
    .catch(() => {
      // It has ended meanwhile, or the engine is away: then the stop itself fails, and is told and repeated.
    });
}

export async function unpauseContainer(client: DockerClient, id: string): Promise<void> {
  await client.call('unpause the container', (abortSignal) => client.docker.getContainer(id).unpause({ abortSignal }));
}

/**
 * Removes a container that is down, with the nameless volumes that its image may declare. A named volume, and with it the chain
 * data, stays. One that is gone already is no error; one that runs is refused by the engine, and that is wanted.
 */
export async function removeContainer(client: DockerClient, id: string): Promise<void> {
  await client
    .call('remove the container', (abortSignal) => client.docker.getContainer(id).remove({ v: true, abortSignal }), {
      seconds: 120,
    })
    .catch(unless('not-found'));
}

async function inspect(client: DockerClient, id: string): Promise<ObservedContainer | null> {
  return client
    .call('inspect a container', (abortSignal) => client.docker.getContainer(id).inspect({ abortSignal }))
    .then(observedContainer, (error: unknown) => {
      // Removed between the listing and now.
      if (error instanceof EngineError && error.fault === 'not-found') return null;
      throw error;
    });
}

const isNotModified = (error: EngineError): boolean =>
  (error.cause as { statusCode?: number } | undefined)?.statusCode === 304;

/** A handler that takes one fault as done and passes every other one on. */
function unless(
  fault: EngineError['fault'],
  also: (error: EngineError) => boolean = () => false,
): (error: unknown) => void {
  return (error) => {
    if (error instanceof EngineError && (error.fault === fault || also(error))) return;
    throw error;
  };
}
