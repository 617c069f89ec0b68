/** Where a node's volume is mounted in its container. */
const mountPoint = '/satrap';

/**
 * The data directory is a folder inside the volume: a fresh volume belongs to root and the daemon could not write to its top,
 * while a folder can be put there with the daemon's own user as owner.
 */
export const dataFolder = 'node';
export const dataMarkerFile = 'satrap-data.json';
export const agentRpcFile = 'satrap-agent-rpc.json';
export const paths = {
  mountPoint,
  dataDir: `${mountPoint}/${dataFolder}`,
  /** Says with which versions the data directory was opened. */
  dataMarker: `${mountPoint}/${dataMarkerFile}`,
  /** The agent's RPC credentials, for an agent that has lost its store. */
  agentRpc: `${mountPoint}/${agentRpcFile}`,
  configFile: `${mountPoint}/${dataFolder}/bitcoin.conf`,
} as const;
