import type Docker from 'dockerode';
import { ignoring, nullIfNotFound } from '../../runtime/runtime-error.ts';
import { isDataOf, mountedRoot } from './data-mount.ts';
import type { CallOptions, ContainerAct, EngineClient } from './engine-client.ts';
import { engineFacts } from './engine-info.ts';
import { filterOf, labels, objectName, zmqPortsOf } from './labels.ts';
import { type ObservedContainer, observedContainer } from './observed-container.ts';

/** Lists containers in any state. */
export function listContainers(client: EngineClient, filters: Record<string, string[]>, options?: CallOptions) {
  const list = (abortSignal: AbortSignal) => client.docker.listContainers({ all: true, filters, abortSignal });
  return client.call('list containers', list, options);
}

/** Finds the containers of one node, and foreign ones around it. Foreign ones are only named, and never touched. */
export async function findContainers(client: EngineClient, executorId: string, nodeId: string) {
  const all = await client.containers();
  const isLabelled = ({ Labels }: Docker.ContainerInfo) =>
    Labels[labels.executor] === executorId && Labels[labels.node] === nodeId;
  const ours = all.filter((container) => isLabelled(container) && mountsOwnVolume(container, nodeId));
  const foreign = all.filter((container) => !ours.includes(container));
  const isUp = ({ State }: Docker.ContainerInfo) => ['running', 'paused', 'restarting'].includes(State);
  const mounts = ({ Mounts }: Docker.ContainerInfo) => Mounts.some((mount) => isDataOf(nodeId, mount));
  const hasName = (container: Docker.ContainerInfo) => nameOf(container) === objectName(nodeId);
  const inspected = await Promise.all(ours.map(({ Id }) => inspectContainer(client, Id)));
  return {
    /** The node's own containers, whatever their state. */
    ours: inspected.filter((container) => container !== null),
    /** Names of running foreign containers that mount the node's volume: they could write to its chain data. */
    foreignWriters: foreign.filter((container) => isUp(container) && mounts(container)).map(nameOf),
    /** Names of foreign containers with the node's labels, which a copy inherits, or with its container's name. */
    imposters: foreign.filter((container) => isLabelled(container) || hasName(container)).map(nameOf),
  };
}

/** Labels alone prove nothing: a container created from a commit of the node's container inherits them. */
const mountsOwnVolume = ({ Mounts, Labels }: Docker.ContainerInfo, nodeId: string): boolean =>
  mountedRoot(nodeId, Mounts, Labels) !== undefined;

const nameOf = ({ Id, Names }: Docker.ContainerInfo): string => Names[0]?.replace(/^\//, '') ?? Id;

/** The executor's nodes with a container here, with their name at its creation. */
export async function nodesWithContainers(client: EngineClient, executorId: string) {
  const containers = await listContainers(client, filterOf({ [labels.executor]: executorId }));
  return containers.flatMap((container) => {
    const nodeId = container.Labels[labels.node];
    if (nodeId === undefined || !mountsOwnVolume(container, nodeId)) return [];
    return [{ nodeId, name: container.Labels[labels.name] ?? nodeId, containerId: container.Id }];
  });
}

/**
 * The host ports of any container, and those of stopped nodes' containers, of which the engine lists none. From the
 * list of the same reconciliation: a port taken since then is refused when the container starts, and another is chosen.
 */
export async function publishedPorts(client: EngineClient): Promise<Set<number>> {
  const all = await client.containers({ maxAgeMs: 500 });
  const published = all.flatMap(({ Ports }) => Ports.map((port) => port.PublicPort));
  const promised = all.flatMap(({ Labels }) => [
    Number(Labels[labels.rpcPort]),
    Number(Labels[labels.p2pPort]),
    ...Object.values(zmqPortsOf(Labels[labels.zmqPorts])),
  ]);
  return new Set([...published, ...promised].filter((port) => port !== undefined && port > 0));
}

/** Throws `unreachable` also if the engine is about to stop. A container already started by it is no error. */
export async function startContainer(client: EngineClient, id: string): Promise<void> {
  await client
    .onContainer(id, 'start the container', (container, options) => container.start(options), { timeoutSeconds: 120 })
    .catch(ignoring('not-modified'));
}

/**
 * Sends SIGTERM and waits until the daemon has exited; the engine kills it only after `graceSeconds`. The engine
 * completes a stop even if this process dies, and does not start the container by itself afterwards. A container that is already down or gone is no error.
 */
export async function stopContainer(client: EngineClient, id: string, graceSeconds: number): Promise<void> {
  const found = await inspectContainer(client, id);
  // A container that the engine is removing cannot be changed, and needs no restart policy.
  if (found?.restartPolicy === restartPolicies.running)
    await setRestartPolicy(client, id, restartPolicies.stopped).catch(ignoring('not-found', 'conflict'));
  const reminder = setInterval(() => void repeatSigterm(client, id), reminderMs);
  const stop: ContainerAct<unknown> = (container, options) => container.stop({ ...options, t: graceSeconds });
  await client
    .onContainer(id, 'stop the container', stop, { timeoutSeconds: graceSeconds + 60 })
    .catch(ignoring('not-found', 'not-modified'))
    .finally(() => clearInterval(reminder));
}

const reminderMs = 2000;

/**
 * The daemon is PID 1 of its container, for which the kernel drops unhandled signals: a daemon stopped right after its
 * start would run on until it is killed. A daemon that is stopping ignores a second SIGTERM.
 */
async function repeatSigterm(client: EngineClient, id: string): Promise<void> {
  const kill: ContainerAct<unknown> = (container, options) => container.kill({ ...options, signal: 'SIGTERM' });
  await client.onContainer(id, 'ask the container to stop', kill).catch(() => {
    // The daemon has exited, or the engine is down: then the stop itself fails, and is reported and repeated.
  });
}

/** Freezes all processes of a container, in the middle of what they do. */
export async function pauseContainer(client: EngineClient, id: string): Promise<void> {
  await client.onContainer(id, 'pause the container', (container, options) => container.pause(options));
}

export async function unpauseContainer(client: EngineClient, id: string, options?: CallOptions): Promise<void> {
  await client.onContainer(id, 'unpause the container', (container, abort) => container.unpause(abort), options);
}

/**
 * Removes a stopped container with the anonymous volumes of its image. A named volume, and with it the chain data,
 * stays. A missing container is no error. The engine refuses to remove a running one, as intended.
 */
export async function removeContainer(client: EngineClient, id: string): Promise<void> {
  const remove: ContainerAct<unknown> = (container, options) => container.remove({ ...options, v: true });
  await client.onContainer(id, 'remove the container', remove, { timeoutSeconds: 120 }).catch(ignoring('not-found'));
}

/** Ends and removes a container without chain data, whatever its state. The engine may be removing it already. */
export async function killContainer(client: EngineClient, id: string, options: CallOptions = {}): Promise<void> {
  const remove: ContainerAct<unknown> = (container, abort) => container.remove({ ...abort, v: true, force: true });
  await client
    .onContainer(id, 'remove the container', remove, { timeoutSeconds: 120, ...options })
    .catch(ignoring('not-found', 'conflict'));
}

/** Returns null for a missing container, which may have been removed since it was listed. */
export const inspectOrNull = (
  client: EngineClient,
  idOrName: string,
  options?: CallOptions,
): Promise<Docker.ContainerInspectInfo | null> =>
  client
    .onContainer(idOrName, 'inspect a container', (container, abort) => container.inspect(abort), options)
    .catch(nullIfNotFound);

/** The same for a container of a node. */
export async function inspectContainer(client: EngineClient, id: string): Promise<ObservedContainer | null> {
  const found = await inspectOrNull(client, id);
  return found && observedContainer(found);
}

/**
 * The restart policies of a node's container. `test/machine/restart-policies.soak.test.ts` has what engines do with each
 * after a kill of the engine, a power cut and a reboot.
 */
export const restartPolicies = {
  /**
   * The engine keeps the daemon running without an agent. With `unless-stopped` it does not: after a kill, its next start
   * stops the daemons that still run and counts that as a manual stop (Docker 20.10.24, 26.1.5).
   */
  running: 'always',
  /** With `always`, the next start of the engine would start a stopped node. */
  stopped: 'unless-stopped',
  /** The engine would repeat a reindex that it restarts. */
  reindexing: 'no',
} as const;

/** Podman starts every container with `always` at boot, stopped ones too, and before 5.1 cannot change the policy. */
export const runningPolicy = async (client: EngineClient): Promise<string> =>
  (await engineFacts(client)).isPodman ? restartPolicies.stopped : restartPolicies.running;

/** Sets a container's restart policy, whether its daemon runs or not. */
export async function setRestartPolicy(client: EngineClient, containerId: string, policy: string): Promise<void> {
  await client.onContainer(containerId, 'change the restart policy', (container, options) =>
    container.update({ ...options, RestartPolicy: { Name: policy } }),
  );
}
