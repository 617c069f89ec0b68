import { type OverrideConfig, readOverrides } from './read-overrides.ts';
import { type ZmqTopic, zmqPort, zmqTopicOf, zmqTopics } from './zmq.ts';

/** Returns the topics that a node publishes over ZeroMQ at a port of its host, each once. */
export function publishedTopics(config: OverrideConfig): ZmqTopic[] {
  if (!config.overrides.some(({ key }) => key.includes('zmqpub'))) return [];
  const { read } = readOverrides(config);
  const asked = new Set(read.flatMap(({ key, value }) => (value === '1' ? (zmqTopicOf(key) ?? []) : [])));
  return zmqTopics.filter((topic) => asked.has(topic));
}

/** Returns a ZeroMQ topic's address inside the container, or null if it is off; any other value unchanged. */
export function renderedZmq(key: string, value: string): string | null {
  const topic = zmqTopicOf(key);
  if (topic === undefined) return value;
  return value === '1' ? `tcp://0.0.0.0:${zmqPort(topic)}` : null;
}
