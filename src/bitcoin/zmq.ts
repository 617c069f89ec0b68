/** Topics that bitcoind can publish over ZeroMQ: each is an option `zmqpub…`. */
export type ZmqTopic = 'rawblock' | 'rawtx' | 'hashblock' | 'hashtx' | 'sequence';

/**
 * The port of each topic inside the container, and the preferred one on the host, as in the documentation of bitcoind
 * and lnd. Each topic has its own, because lnd refuses one address for two.
 */
const ports: Readonly<Record<ZmqTopic, number>> = {
  rawblock: 28332,
  rawtx: 28333,
  hashblock: 28334,
  hashtx: 28335,
  sequence: 28336,
};

export const zmqTopics = Object.keys(ports) as readonly ZmqTopic[];

export const zmqPort = (topic: ZmqTopic): number => ports[topic];

/** Returns the topic that an option publishes, given its key without network and `no`. */
export function zmqTopicOf(key: string): ZmqTopic | undefined {
  const topic = /^zmqpub([a-z]+)$/.exec(key)?.[1];
  return zmqTopics.find((each) => each === topic);
}
