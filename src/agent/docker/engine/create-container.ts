import type { DockerClient } from './engine-client.ts';
import { labels, objectName } from './labels.ts';

/** Where a node's volume is mounted in its container. */
const mountPoint = '/satrap';

/**
 * The data directory is a folder inside the volume: a fresh volume belongs to root and the daemon could not write to its top,
 * while a folder can be put there with the daemon's own user as owner.
 */
export const dataFolder = 'node';
export const paths = {
  mountPoint,
  dataDir: `${mountPoint}/${dataFolder}`,
  configFile: `${mountPoint}/${dataFolder}/bitcoin.conf`,
} as const;

/** All that a node's container is made from. Holds no secret: those are in the configuration file on the volume. */
export interface ContainerRequest {
  executorId: string;
  instanceId: string;
  nodeId: string;
  nodeName: string;
  /** Digest reference or image id. */
  image: string;
  arguments: readonly string[];
  /** `uid:gid` that the daemon runs as. */
  user: string;
  cpuCores: number;
  memoryMiB: number;
  rpc: { address: string; hostPort: number; containerPort: number };
  p2p: { address: string; hostPort: number; containerPort: number };
  stopTimeoutSeconds: number;
  specHash: string;
  revision: number;
}

/** Creates the node's container, not yet started. The engine refuses when one of this node's name exists. Returns its id. */
export async function createContainer(client: DockerClient, request: ContainerRequest): Promise<string> {
  const rpcPort = `${request.rpc.containerPort}/tcp`;
  const p2pPort = `${request.p2p.containerPort}/tcp`;
  const memory = request.memoryMiB * 1024 * 1024;
  const container = await client.call('create the container', (abortSignal) =>
    client.docker.createContainer({
      abortSignal,
      name: objectName(request.nodeId),
      Image: request.image,
      // The image's own entrypoint would begin as root and change owners; the daemon needs none of that.
      Entrypoint: ['bitcoind'],
      Cmd: [...request.arguments],
      User: request.user,
      WorkingDir: mountPoint,
      StopSignal: 'SIGTERM',
      StopTimeout: request.stopTimeoutSeconds,
      ExposedPorts: { [rpcPort]: {}, [p2pPort]: {} },
      Labels: {
        [labels.executor]: request.executorId,
        [labels.instance]: request.instanceId,
        [labels.node]: request.nodeId,
        [labels.name]: request.nodeName,
        [labels.spec]: request.specHash,
        [labels.revision]: String(request.revision),
        [labels.rpcPort]: String(request.rpc.hostPort),
        [labels.p2pPort]: String(request.p2p.hostPort),
      },
      HostConfig: {
        Mounts: [
          { Type: 'volume', Source: objectName(request.nodeId), Target: mountPoint, VolumeOptions: volumeOptions },
        ],
        PortBindings: {
          [rpcPort]: [{ HostIp: request.rpc.address, HostPort: String(request.rpc.hostPort) }],
          [p2pPort]: [{ HostIp: request.p2p.address, HostPort: String(request.p2p.hostPort) }],
        },
        // Starts the node again after a crash and after a reboot of the host, with or without an agent.
        RestartPolicy: { Name: 'unless-stopped' },
        CapDrop: ['ALL'],
        SecurityOpt: ['no-new-privileges'],
        ReadonlyRootfs: true,
        Tmpfs: { '/tmp': 'rw,noexec,nosuid,nodev,size=16m' },
        PidsLimit: 512,
        NanoCpus: Math.round(request.cpuCores * 1e9),
        Memory: memory,
        // The same figure as for memory: no swap, which would hide that a node needs more.
        MemorySwap: memory,
        LogConfig: { Type: 'json-file', Config: { 'max-size': '10m', 'max-file': '3' } },
      },
    }),
  );
  return container.id;
}

/** What an image holds at the mount point must not be copied into the chain data. */
const volumeOptions = { NoCopy: true, Labels: {}, DriverConfig: { Name: 'local', Options: {} } };
