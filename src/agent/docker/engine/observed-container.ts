import type Docker from 'dockerode';
import type { Workload } from '../../runtime/workload.ts';
import { mountedRoot } from './data-mount.ts';
import { labels, zmqPortsOf } from './labels.ts';

/** The engine's own state names. */
export type ContainerStatus = 'created' | 'running' | 'paused' | 'restarting' | 'removing' | 'exited' | 'dead';

export interface ObservedContainer extends Workload {
  name: string;
  nodeId: string;
  /** The daemon's process on the engine's host; 0 while it is down. */
  pid: number;
  status: ContainerStatus;
  specHash: string;
  /** The node's revision at its creation; null on a container whose labels someone else wrote. */
  revision: number | null;
  /** By the engine's name. */
  restartPolicy?: string | undefined;
  /** Whether the engine restarts it; undefined counts as true. */
  restartsItself?: boolean;
  /** The user and group of its process, as `UID:GID`; empty if its image chooses. */
  user?: string | undefined;
  /** Whether it runs, and the engine publishes none of its ports; undefined counts as false. */
  lacksPorts?: boolean;
  /** The data root of its data; undefined on a container whose labels someone else wrote. */
  dataRoot?: string | undefined;
}

const states: Record<ContainerStatus, Workload['state']> = {
  created: 'stopped',
  running: 'running',
  paused: 'running',
  restarting: 'restarting',
  removing: 'removing',
  exited: 'stopped',
  dead: 'stopped',
};

/** Parses an answer of `GET /containers/ID/json`. */
export function observedContainer(inspected: Docker.ContainerInspectInfo): ObservedContainer {
  const { Labels } = inspected.Config;
  const status = inspected.State.Status as ContainerStatus;
  const rpc = Number(Labels[labels.rpcPort]);
  const p2p = Number(Labels[labels.p2pPort]);
  const zmq = Labels[labels.zmqPorts];
  const nodeId = Labels[labels.node] ?? '';
  return {
    id: inspected.Id,
    name: inspected.Name.replace(/^\//, ''),
    nodeId,
    pid: inspected.State.Pid,
    instanceId: Labels[labels.instance] ?? '',
    state: states[status],
    status,
    specHash: Labels[labels.spec] ?? '',
    revision: Number(Labels[labels.revision]) || null,
    // Null on a container whose labels someone else wrote.
    ports: Number.isInteger(rpc) && Number.isInteger(p2p) && rpc > 0 && p2p > 0 ? { rpc, p2p } : null,
    // Empty if its image declares one.
    ...(zmq === undefined || zmq === '' ? {} : { zmqPorts: zmqPortsOf(zmq) }),
    startedAt: instant(inspected.State.StartedAt),
    finishedAt: instant(inspected.State.FinishedAt),
    exitCode: inspected.State.ExitCode,
    outOfMemory: inspected.State.OOMKilled,
    restartCount: inspected.RestartCount,
    restartPolicy: inspected.HostConfig.RestartPolicy?.Name,
    restartsItself: inspected.HostConfig.RestartPolicy?.Name !== 'no',
    user: inspected.Config.User,
    lacksPorts: status === 'running' && lacksPorts(inspected),
    dataRoot: mountedRoot(nodeId, inspected.Mounts, Labels),
  };
}

/**
 * Whether the engine publishes none of the ports that a container asks for: it has no network. An engine that leaves out
 * some of them serves the others. It also reports none of a container that does not run.
 */
function lacksPorts({ HostConfig, NetworkSettings }: Docker.ContainerInspectInfo): boolean {
  const published: Record<string, readonly unknown[] | null> = NetworkSettings.Ports ?? {};
  const requested = Object.keys(HostConfig.PortBindings ?? {});
  return requested.length > 0 && requested.every((port) => (published[port] ?? []).length === 0);
}

/** The engine writes the year 1 for "never". */
const instant = (text: string): string | null => (text === '' || text.startsWith('0001-') ? null : text);
