/** Where a node's volume is mounted in its container. */
const mountPoint = '/satrap';

/**
 * The data directory is a folder inside the volume: a fresh volume belongs to root and is not writable for the daemon
 * at its top, while a folder can be created with the daemon's user as owner.
 */
export const dataFolder = 'node';
export const dataMarkerFile = 'satrap-data.json';
const configName = 'bitcoin.conf';
export const agentRpcFile = 'satrap-agent-rpc.json';
export const paths = {
  mountPoint,
  dataDir: `${mountPoint}/${dataFolder}`,
  /** Records which versions opened the data directory. */
  dataMarker: `${mountPoint}/${dataMarkerFile}`,
  /** The agent's RPC credentials, for an agent that has lost its store. */
  agentRpc: `${mountPoint}/${agentRpcFile}`,
  /** Beside the data directory: the daemon can read the file, but not replace it before a restart by the engine. */
  configFile: `${mountPoint}/${configName}`,
  /** On a tmpfs that is empty at every start of the container. */
  settingsFile: '/tmp/settings.json',
  /** There too: the credentials of a rehearsal, which has no others. */
  cookieFile: '/tmp/.cookie',
} as const;
