import type { NodeConfig } from './node-config.ts';
import { readOverrides } from './read-overrides.ts';
import { type ZmqTopic, zmqPort, zmqTopicOf, zmqTopics } from './zmq.ts';

/** Returns the topics that a node publishes over ZeroMQ at a port of its host, each once. Pure. */
export function publishedTopics(config: Pick<NodeConfig, 'network' | 'clientVersion' | 'overrides'>): ZmqTopic[] {
  if (!config.overrides.some(({ key }) => key.includes('zmqpub'))) return [];
  const { read } = readOverrides(config.overrides, config.network, config.clientVersion);
  const asked = new Set(read.flatMap(({ key, value }) => (isPublished(key, value) ? zmqTopicOf(key) : [])));
  return zmqTopics.filter((topic) => asked.has(topic));
}

const isPublished = (key: string, value: string): boolean => zmqTopicOf(key) !== undefined && value === '1';

/**
 * Returns what a setting of ZeroMQ is rendered as: the address inside the container for a topic that is published, null for one that is off.
 * An address is left as it is: before topics were published, it was given here. Pure.
 */
export function renderedZmq(key: string, value: string): string | null {
  const topic = zmqTopicOf(key);
  if (topic === undefined || !/^[01]$/.test(value)) return value;
  return value === '1' ? `tcp://0.0.0.0:${zmqPort(topic)}` : null;
}
