import { createHash } from 'node:crypto';
import { rpcAuth } from '../../bitcoin/rpc-auth.ts';
import { type WorkloadConfig, workloadConfig } from '../../bitcoin/workload-config.ts';
import type { ZmqTopic } from '../../bitcoin/zmq.ts';
import { publishedTopics } from '../../bitcoin/zmq-topics.ts';
import { defaultDataRoot } from '../../contract/names.ts';
import type { DesiredNode } from '../desired/desired-entry.ts';
import type { AgentSettings } from '../settings/settings.ts';
import type { ZmqPorts } from './workload.ts';

export const agentRpcUser = 'satrap-agent';

/**
 * The inputs of a workload. It carries the hash of this, not of its rendering, so that a newer agent restarts no node.
 * Stored and hashed: never rename or reorder a field. A new field is optional and undefined for existing nodes
 * (invariant 9).
 */
export interface WorkloadSpec extends WorkloadConfig {
  platformRpcAuth: string;
  agentRpcAuth: string;
  image: string;
  ports: { rpc: number; p2p: number };
  rpcAddress: string;
  p2pAddress: string;
  user: string;
  /** During a rotation of the platform's credentials. */
  formerRpcAuth?: string;
  /** The published ZeroMQ topics and their address; undefined without any. */
  zmq?: { address: string; ports: ZmqPorts };
  /** The location of its chain data; undefined for the default data root. */
  dataRoot?: string;
}

const loopback = '127.0.0.1';

export interface LocalChoices extends Pick<WorkloadSpec, 'image' | 'ports' | 'dataRoot'> {
  zmqPorts?: ZmqPorts | undefined;
  /** Default: that of the settings, for new data. */
  user?: string | undefined;
  agentRpc: { password: string; salt: string };
}

/** Topics without a port are left out: check `topicsWithoutPort` first. */
export function workloadSpec(
  desired: DesiredNode,
  settings: Pick<AgentSettings, 'bindAddress' | 'p2pBindAddress' | 'zmqBindAddress' | 'nodeUser'>,
  { image, ports, zmqPorts = {}, user = settings.nodeUser, agentRpc, dataRoot = defaultDataRoot }: LocalChoices,
): WorkloadSpec {
  const topics = publishedTopics(desired);
  const published = { address: settings.zmqBindAddress, ports: pick(zmqPorts, topics) };
  return {
    ...workloadConfig(desired),
    platformRpcAuth: desired.rpcAuth,
    agentRpcAuth: rpcAuth(agentRpcUser, agentRpc.password, agentRpc.salt),
    image,
    ports: { rpc: ports.rpc, p2p: ports.p2p },
    rpcAddress: settings.bindAddress,
    // Peers outside of Tor must not find it; an onion service forwards to the host's loopback address.
    p2pAddress: desired.tor == null ? settings.p2pBindAddress : loopback,
    user,
    ...(desired.formerRpcAuth ? { formerRpcAuth: desired.formerRpcAuth } : {}),
    ...(topics.length === 0 ? {} : { zmq: published }),
    ...(dataRoot === defaultDataRoot ? {} : { dataRoot }),
  };
}

export const topicsWithoutPort = (desired: DesiredNode, zmqPorts: ZmqPorts = {}): ZmqTopic[] =>
  publishedTopics(desired).filter((topic) => zmqPorts[topic] === undefined);

/** In the order of `topics`: the hash of a spec depends on it. */
const pick = (ports: ZmqPorts, topics: readonly ZmqTopic[]): ZmqPorts =>
  Object.fromEntries(topics.flatMap((topic) => (ports[topic] === undefined ? [] : [[topic, ports[topic]]])));

/** Equal specs have equal hashes: the keys are sorted. */
export function specHash(spec: WorkloadSpec): string {
  const present = Object.entries(spec).filter(([, value]) => value !== undefined);
  const ordered = present.sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(ordered)).digest('hex').slice(0, 32);
}
