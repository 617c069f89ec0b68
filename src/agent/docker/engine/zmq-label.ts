import { zmqTopics } from '../../../bitcoin/zmq.ts';
import type { ZmqPorts } from '../../runtime/workload.ts';

/** Formats host ports for a container's label: `rawblock=28332,rawtx=28333`. */
export const zmqLabel = (ports: ZmqPorts): string =>
  zmqTopics.flatMap((topic) => (ports[topic] === undefined ? [] : [`${topic}=${ports[topic]}`])).join(',');

/** Parses such a label; unknown parts are skipped. */
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
