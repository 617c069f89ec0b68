/** Every Docker object of ours carries these; what does not carry our executor's id is never touched. */
export const labels = {
  executor: 'io.satrap.executor',
  /** The installation of the agent that made it; a container of before this label has none. */
  instance: 'io.satrap.instance',
  node: 'io.satrap.node',
  name: 'io.satrap.name',
  /** Hash of all that the container was made from: another one means that it must be made anew. */
  spec: 'io.satrap.spec',
  /** The node's revision when the container was made. */
  revision: 'io.satrap.revision',
  rpcPort: 'io.satrap.rpc-port',
  p2pPort: 'io.satrap.p2p-port',
} as const;

/** The engine refuses a second object of the same name, which is one guard of «one writer». */
export const objectName = (nodeId: string): string => `satrap-${nodeId}`;
