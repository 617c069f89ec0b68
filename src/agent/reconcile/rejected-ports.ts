import { nodeConfigOf } from '../../bitcoin/workload-config.ts';
import { publishedTopics } from '../../bitcoin/zmq-topics.ts';
import type { NodeRecord } from '../runtime/node-record.ts';

/** Host ports of a node that could not be published. */
export interface RejectedPorts {
  numbers: number[];
  /** What its record says afterwards. */
  change: Pick<NodeRecord, 'zmqPorts'> | { ports: null };
}

type Served = Pick<NodeRecord, 'everStarted' | 'ports' | 'zmqPorts' | 'worked' | 'formerlyWorked'>;

/**
 * Returns the ports that a node is to give up because another program has them, as the engine's message says; null where they have served
 * before: whoever uses them must find them again. Pure.
 */
export function rejectedPorts(message: string, record: Served): RejectedPorts | null {
  const { everStarted, ports, zmqPorts = {} } = record;
  const topics = Object.entries(zmqPorts);
  const refused = topics.filter(([topic, port]) => namesPort(message, port) && !hasServed(topic, record));
  if (refused.length > 0) {
    const kept = topics.filter((entry) => !refused.includes(entry));
    return { numbers: refused.map(([, port]) => port), change: { zmqPorts: Object.fromEntries(kept) } };
  }
  if (everStarted || ports === null) return null;
  return { numbers: [ports.rpc, ports.p2p], change: { ports: null } };
}

const namesPort = (message: string, port: number): boolean => new RegExp(`:${port}\\b`).test(message);

const hasServed = (topic: string, { worked, formerlyWorked }: Served): boolean =>
  [worked, formerlyWorked].some(
    (known) => known && publishedTopics(nodeConfigOf(known.config)).some((each) => each === topic),
  );
