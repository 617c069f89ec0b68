import { isIPv6 } from 'node:net';
import { clientFamily, defaultClient } from '../../../bitcoin/clients/registry.ts';
import { daemonArguments, rehearsalArguments } from '../../../bitcoin/daemon-arguments.ts';
import { networkFacts } from '../../../bitcoin/network.ts';
import { containerOpenFiles } from '../../../bitcoin/open-files.ts';
import { zmqPort, zmqTopics } from '../../../bitcoin/zmq.ts';
import { defaultDataRoot } from '../../../contract/names.ts';
import { configOf, type DesiredNode } from '../../desired/desired-entry.ts';
import type { WorkloadSpec } from '../../runtime/workload-spec.ts';
import { killContainer, restartPolicies, runningPolicy, startContainer } from './containers.ts';
import { dataMount, mountOf } from './data-mount.ts';
import type { EngineClient } from './engine-client.ts';
import { engineFacts } from './engine-info.ts';
import { imageOverrides } from './image-defaults.ts';
import { labels, objectName, zmqLabel } from './labels.ts';
import { paths } from './paths.ts';
import { rehearsalLabels, rehearsalName } from './rehearsal-objects.ts';

export interface ContainerOwner {
  executorId: string;
  instanceId: string;
}

/** The inputs of a container. No secrets: those are in the configuration file on the volume. */
export interface ContainerRequest {
  desired: DesiredNode;
  spec: WorkloadSpec;
  specHash: string;
  stopTimeoutSeconds: number;
}

/** Creates the node's container without starting it, and returns its id. The engine refuses a second one of its name. */
export async function createContainer(
  client: EngineClient,
  { desired, spec, specHash, stopTimeoutSeconds }: ContainerRequest,
  { executorId, instanceId }: ContainerOwner,
): Promise<string> {
  const options = await containerOptions(client, { desired, spec, stopTimeoutSeconds });
  const place = { nodeId: desired.id, dataRoot: spec.dataRoot ?? defaultDataRoot };
  const { mount, Labels } = await dataMount(client, place);
  const { id } = await client.call('create the container', (abortSignal) =>
    client.docker.createContainer({
      ...options,
      abortSignal,
      name: objectName(desired.id),
      HostConfig: { ...options.HostConfig, Mounts: [mount] },
      Labels: {
        ...options.Labels,
        ...Labels,
        [labels.executor]: executorId,
        [labels.instance]: instanceId,
        [labels.node]: desired.id,
        [labels.name]: desired.name,
        [labels.spec]: specHash,
        [labels.revision]: String(desired.revision),
        [labels.rpcPort]: String(spec.ports.rpc),
        [labels.p2pPort]: String(spec.ports.p2p),
        ...(spec.zmq === undefined ? {} : { [labels.zmqPorts]: zmqLabel(spec.zmq.ports) }),
      },
    }),
  );
  return id;
}

/**
 * Proves that the engine creates and starts the node's container: starts one without a name, chain data, ports and
 * network, whose daemon only prints its version, and removes it. An engine applies limits, such as that of open files,
 * only at the start. Throws RuntimeError with the engine's reason.
 */
export async function proveContainer(
  client: EngineClient,
  request: Omit<ContainerRequest, 'specHash'>,
  trialLabels: Readonly<Record<string, string>>,
): Promise<void> {
  const { Labels, HostConfig, ...options } = await containerOptions(client, request);
  const { PortBindings: _, ...limits } = HostConfig;
  const { id } = await client.call('create the container', (abortSignal) =>
    client.docker.createContainer({
      ...options,
      abortSignal,
      Cmd: ['-version'],
      // Exists only on the volume of the chain data.
      WorkingDir: '/',
      ExposedPorts: {},
      Labels: { ...Labels, ...trialLabels },
      HostConfig: {
        ...limits,
        RestartPolicy: { Name: restartPolicies.reindexing },
        NetworkMode: 'none',
        // Also if the agent is killed now.
        AutoRemove: true,
      },
    }),
  );
  try {
    await startContainer(client, id);
  } finally {
    await killContainer(client, id);
  }
}

/** Compared with the 1024 of other containers, when the processors are busy. */
const rehearsalShares = 128;

/**
 * Creates the container that tries another version on a copy of the node's data: without network, ports, restarts and
 * credentials, with the node's memory and little of a busy processor. Its cookie is where neither data nor image is.
 */
export async function createRehearsalContainer(
  client: EngineClient,
  request: Omit<ContainerRequest, 'specHash'>,
  owner: ContainerOwner,
): Promise<string> {
  const { Cmd, Labels, HostConfig, ...options } = await containerOptions(client, request);
  const { PortBindings: _, ...limits } = HostConfig;
  const { id: nodeId } = request.desired;
  const name = rehearsalName(nodeId);
  const mount = await mountOf(client, name);
  const { id } = await client.call('create the container of the rehearsal', (abortSignal) =>
    client.docker.createContainer({
      ...options,
      abortSignal,
      name,
      Cmd: [...Cmd, ...rehearsalArguments(paths.cookieFile)],
      ExposedPorts: {},
      Labels: { ...Labels, ...rehearsalLabels(owner, nodeId) },
      HostConfig: {
        ...limits,
        RestartPolicy: { Name: restartPolicies.reindexing },
        NetworkMode: 'none',
        CpuShares: rehearsalShares,
        Mounts: [mount],
      },
    }),
  );
  return id;
}

/** What the engine must accept of the node's container, besides its data. */
async function containerOptions(
  client: EngineClient,
  { desired, spec, stopTimeoutSeconds }: Omit<ContainerRequest, 'specHash'>,
) {
  const network = networkFacts(spec.network);
  const bindings = {
    [`${network.rpcPort}/tcp`]: [{ HostIp: spec.rpcAddress, HostPort: String(spec.ports.rpc) }],
    [`${network.p2pPort}/tcp`]: [{ HostIp: spec.p2pAddress, HostPort: String(spec.ports.p2p) }],
    ...zmqBindings(spec),
  };
  const memory = spec.memoryMiB * 1024 * 1024;
  const { Env, Labels, Healthcheck, Tmpfs } = await imageOverrides(client, spec.image);
  const restartPolicy = await runningPolicy(client);
  const { isPodman } = await engineFacts(client);
  return {
    Image: spec.image,
    // The image’s own entrypoint would start as root and change owners; the daemon needs none of that.
    Entrypoint: [clientFamily(spec.client ?? defaultClient).program],
    Cmd: [...daemonArguments(configOf(desired), paths, { isOnIPv6: [spec.rpcAddress, spec.p2pAddress].some(isIPv6) })],
    User: spec.user,
    Env,
    Healthcheck,
    WorkingDir: paths.mountPoint,
    StopSignal: 'SIGTERM',
    StopTimeout: stopTimeoutSeconds,
    ExposedPorts: Object.fromEntries(Object.keys(bindings).map((port) => [port, {}])),
    Labels,
    HostConfig: {
      PortBindings: bindings,
      // The engine starts no container that was never started.
      RestartPolicy: { Name: restartPolicy },
      CapDrop: ['ALL'],
      SecurityOpt: ['no-new-privileges'],
      ReadonlyRootfs: true,
      Tmpfs,
      PidsLimit: 512,
      Ulimits: isPodman ? [] : [openFilesLimit(spec)],
      NanoCpus: Math.round(spec.cpuCores * 1e9),
      Memory: memory,
      // Same as memory: no swap, which would hide that a node needs more.
      MemorySwap: memory,
      LogConfig: { Type: 'json-file', Config: { 'max-size': '10m', 'max-file': '3' } },
    },
  };
}

/**
 * Docker gives a container what its own service has. Podman gives it the most that it can, and asked for one limit, it
 * raises that of processes as well, which fails where it may not, as in a container.
 */
function openFilesLimit({ overrides }: WorkloadSpec) {
  const limit = containerOpenFiles(overrides);
  return { Name: 'nofile', Soft: limit, Hard: limit };
}

function zmqBindings({ zmq }: WorkloadSpec): Record<string, { HostIp: string; HostPort: string }[]> {
  if (zmq === undefined) return {};
  return Object.fromEntries(
    zmqTopics.flatMap((topic) => {
      const port = zmq.ports[topic];
      return port === undefined ? [] : [[`${zmqPort(topic)}/tcp`, [{ HostIp: zmq.address, HostPort: String(port) }]]];
    }),
  );
}
