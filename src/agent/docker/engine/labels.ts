import { zmqTopics } from '../../../bitcoin/zmq.ts';
import { dataRootPattern, defaultDataRoot } from '../../../contract/names.ts';
import type { ZmqPorts } from '../../runtime/workload.ts';

/** Every Docker object of ours carries these labels; the agent never touches an object without its executor's id. */
export const labels = {
  executor: 'io.satrap.executor',
  /** The agent installation that created it. */
  instance: 'io.satrap.instance',
  node: 'io.satrap.node',
  name: 'io.satrap.name',
  /** Hash of the container's spec: with another hash, it must be re-created. */
  spec: 'io.satrap.spec',
  /** The node's revision at the container's creation. */
  revision: 'io.satrap.revision',
  rpcPort: 'io.satrap.rpc-port',
  p2pPort: 'io.satrap.p2p-port',
  /** The published ZeroMQ host ports, such as `rawblock=28332,rawtx=28333`; absent without any. */
  zmqPorts: 'io.satrap.zmq-ports',
  /** On a container that mounts the directory of a data root itself: the data root. */
  dataRoot: 'io.satrap.data-root',
  /** On a container that runs no node: its purpose. */
  purpose: 'io.satrap.purpose',
  /** On a container that reads the volume of a node: that node. */
  reads: 'io.satrap.reads',
  /** On a container of the agent created by an upgrade: the request. */
  upgrade: 'io.satrap.upgrade',
  /** On a container of the agent that replaces one that its engine could no longer start: the id of that one. */
  replaces: 'io.satrap.replaces',
} as const;

/** The engine refuses a second object of the same name, which is one guard of "one writer". */
export const objectName = (nodeId: string): string => `satrap-${nodeId}`;

/** Labels as filters of a list: an object must have all of them. */
export const filterOf = (wanted: Readonly<Record<string, string>>): { label: string[] } => ({
  label: Object.entries(wanted).map(([label, value]) => `${label}=${value}`),
});

/** The name of a node's volume in a data root. Node ids contain no dot. */
export const volumeName = (nodeId: string, dataRoot: string): string =>
  dataRoot === defaultDataRoot ? objectName(nodeId) : `${objectName(nodeId)}.${dataRoot}`;

/** The data root of a node's volume, by its name; undefined for other volumes. */
export function dataRootOf(nodeId: string, volume: string | undefined): string | undefined {
  const name = objectName(nodeId);
  if (volume === name) return defaultDataRoot;
  const dataRoot = volume?.startsWith(`${name}.`) ? volume.slice(name.length + 1) : '';
  return dataRootPattern.test(dataRoot) ? dataRoot : undefined;
}

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
