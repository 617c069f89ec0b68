/** Every Docker object of ours carries these labels; the agent never touches an object without its executor's id. */
export const labels = {
  executor: 'io.satrap.executor',
  /** The installation of the agent that made it. */
  instance: 'io.satrap.instance',
  node: 'io.satrap.node',
  name: 'io.satrap.name',
  /** Hash of the spec that the container was made from: another hash means that it must be recreated. */
  spec: 'io.satrap.spec',
  /** The node's revision when the container was made. */
  revision: 'io.satrap.revision',
  rpcPort: 'io.satrap.rpc-port',
  p2pPort: 'io.satrap.p2p-port',
  /** The host ports of what is published over ZeroMQ, such as `rawblock=28332,rawtx=28333`; absent where nothing is. */
  zmqPorts: 'io.satrap.zmq-ports',
  /** On a container that runs no node: what it is for. */
  purpose: 'io.satrap.purpose',
  /** On a container that reads the volume of a node: that node. */
  reads: 'io.satrap.reads',
  /** On a container of the agent that an upgrade made: the request. */
  upgrade: 'io.satrap.upgrade',
  /** On a container of the agent that was made in the place of one that its engine could start no more: the id of that one. */
  replaces: 'io.satrap.replaces',
} as const;

/** The engine refuses a second object of the same name, which is one guard of «one writer». */
export const objectName = (nodeId: string): string => `satrap-${nodeId}`;
