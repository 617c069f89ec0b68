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
