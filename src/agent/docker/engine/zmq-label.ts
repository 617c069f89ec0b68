import { zmqTopics } from '../../../bitcoin/zmq.ts';
import type { ZmqPorts } from '../../runtime/workload.ts';

/** Returns host ports as a container's label says them: `rawblock=28332,rawtx=28333`. Pure. */
export const zmqLabel = (ports: ZmqPorts): string =>
  zmqTopics.flatMap((topic) => (ports[topic] === undefined ? [] : [`${topic}=${ports[topic]}`])).join(',');

/** Reads such a label; what it does not understand is left out. Pure. */
export function zmqPortsOf(label: string | undefined): ZmqPorts {
  const ports: ZmqPorts = {};
  for (const entry of (label ?? '').split(',')) {
    const [name, text] = entry.split('=');
    const topic = zmqTopics.find((each) => each === name);
    const port = Number(text);
    if (topic !== undefined && Number.isInteger(port) && port > 0 && port <= 65_535) ports[topic] = port;
  }
  return ports;
}
