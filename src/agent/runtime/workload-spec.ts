import { createHash } from 'node:crypto';
import { rpcAuth } from '../../bitcoin/rpc-auth.ts';
import { type WorkloadConfig, workloadConfig } from '../../bitcoin/workload-config.ts';
import type { ZmqTopic } from '../../bitcoin/zmq.ts';
import { publishedTopics } from '../../bitcoin/zmq-topics.ts';
import { defaultDataRoot } from '../../contract/names.ts';
import type { DesiredNode } from '../desired/desired-entry.ts';
import type { AgentSettings } from '../settings/settings.ts';
import type { ZmqPorts } from './workload.ts';

/** The RPC user with which the agent monitors a node. */
export const agentRpcUser = 'satrap-agent';

/**
 * All that a node's workload and configuration are made from. The workload carries the hash of this, not of what was rendered from it: a
 * newer agent that renders the same spec differently restarts no node.
 *
 * A field added later must be optional, and undefined for every node that existed before: undefined is left out of the hash, so an upgrade
 * of the agent recreates no workload (invariant 9). The order and names of the fields are stored and hashed: never rename one.
 */
export interface WorkloadSpec extends WorkloadConfig {
  platformRpcAuth: string;
  agentRpcAuth: string;
  /** Digest reference or image id. */
  image: string;
  ports: { rpc: number; p2p: number };
  rpcAddress: string;
  p2pAddress: string;
  user: string;
  /** During a rotation of the platform's credentials. */
  formerRpcAuth?: string;
  /** What is published over ZeroMQ, and where on the host; undefined where nothing is. */
  zmq?: { address: string; ports: ZmqPorts };
  /** Where its chain data is; undefined for the default data root. */
  dataRoot?: string;
}

/** What the agent chose for a node itself: the pinned image, the host ports, its own RPC credentials. */
export interface LocalChoices {
  image: string;
  ports: { rpc: number; p2p: number };
  /** Undefined for none. */
  zmqPorts?: ZmqPorts | undefined;
  agentRpc: { password: string; salt: string };
  /** Default: the default one. */
  dataRoot?: string;
}

/** A topic that has no port is left out: ask `topicsWithoutPort` before. */
export function workloadSpec(
  desired: DesiredNode,
  settings: Pick<AgentSettings, 'bindAddress' | 'p2pBindAddress' | 'zmqBindAddress' | 'nodeUser'>,
  { image, ports, zmqPorts = {}, agentRpc, dataRoot = defaultDataRoot }: LocalChoices,
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
    p2pAddress: settings.p2pBindAddress,
    user: settings.nodeUser,
    ...(desired.formerRpcAuth ? { formerRpcAuth: desired.formerRpcAuth } : {}),
    ...(topics.length === 0 ? {} : { zmq: published }),
    ...(dataRoot === defaultDataRoot ? {} : { dataRoot }),
  };
}

/** Returns the topics that a node publishes and that were given no host port yet. */
export const topicsWithoutPort = (desired: DesiredNode, zmqPorts: ZmqPorts = {}): ZmqTopic[] =>
  publishedTopics(desired).filter((topic) => zmqPorts[topic] === undefined);

/** In the order of `topics`: the hash of a spec depends on it. */
const pick = (ports: ZmqPorts, topics: readonly ZmqTopic[]): ZmqPorts =>
  Object.fromEntries(topics.flatMap((topic) => (ports[topic] === undefined ? [] : [[topic, ports[topic]]])));

/** Equal specs have equal hashes: the keys are put into a fixed order. */
export function specHash(spec: WorkloadSpec): string {
  const present = Object.entries(spec).filter(([, value]) => value !== undefined);
  const ordered = present.sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(ordered)).digest('hex').slice(0, 32);
}
