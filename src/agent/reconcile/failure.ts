import { nodeConfigOf } from '../../bitcoin/workload-config.ts';
import { publishedTopics } from '../../bitcoin/zmq-topics.ts';
import { errorMessage } from '../../text/error-message.ts';
import type { BackoffPolicy } from '../../timing/backoff.ts';
import type { NodeRecord } from '../runtime/node-record.ts';
import type { StepDescription } from '../runtime/runtime.ts';
import { RuntimeError } from '../runtime/runtime-error.ts';

/** Delays after failures in a row: 1 s, 2 s, 4 s … 5 min. */
export const retryPolicy: BackoffPolicy = { firstMs: 1000, maxMs: 5 * 60_000 };

/** A step whose call breaks off this often in a row is a failure of its node: the engine answers other calls. */
const brokenCallsInARow = 3;

/**
 * `effect` is that of the failed step; undefined if none was started. Returns in `rejected` the ports that could not be
 * published; null after another failure, or if they have served before.
 */
export function classifyFailure(
  error: unknown,
  record: Pick<NodeRecord, 'failure'> & Parameters<typeof rejectedPorts>[1],
  effect?: StepDescription['effect'],
) {
  const { failure: previous } = record;
  const fault = error instanceof RuntimeError ? error.fault : undefined;
  const message = errorMessage(error);
  const isRefusedStart = fault === 'refused' && (effect === 'create' || effect === 'start');
  const count = (previous?.count ?? 0) + 1;
  const isEngineAway = fault === 'unreachable' && (effect === undefined || count < brokenCallsInARow);
  const isNew = previous?.message !== message;
  return {
    failure: {
      ...{ message, count },
      // A runtime that is down is reported once for all nodes.
      quiet: !isNew || fault === 'unreachable',
      ...(isRefusedStart ? { isRefusedStart } : {}),
      ...(isEngineAway ? { isEngineAway } : {}),
    },
    isNew,
    rejected: fault === 'port-conflict' ? rejectedPorts(message, record) : null,
  };
}

interface RejectedPorts {
  numbers: number[];
  change: Pick<NodeRecord, 'zmqPorts'> | { ports: null };
}

type Served = Pick<NodeRecord, 'everStarted' | 'ports' | 'zmqPorts' | 'worked' | 'formerlyWorked'>;

/** Returns the ports to give up because another program uses them; null if they have served: users know them. */
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
