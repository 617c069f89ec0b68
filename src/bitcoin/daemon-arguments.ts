import { networkFacts } from './network.ts';
import type { NodeConfig } from './node-config.ts';

/**
 * The command line of a node's daemon: all that the platform owns and that is no secret. bitcoind lets the command line win over the file;
 * options that would add up with the file's are negated first, which clears what the file said. Inside its container the daemon
 * listens on all addresses: what is published on the host is the boundary.
 */
export function daemonArguments(config: NodeConfig, paths: { dataDir: string; configFile: string }): string[] {
  const { chainArgument, rpcPort, p2pPort } = networkFacts(config.network);
  return [
    `-datadir=${paths.dataDir}`,
    `-conf=${paths.configFile}`,
    '-noincludeconf',
    // It would beat the file, and who may call RPC can have files written into the data directory.
    '-nosettings',
    `-chain=${chainArgument}`,
    '-daemon=0',
    '-printtoconsole=1',
    '-nodebuglogfile',
    '-server=1',
    '-rest=0',
    '-norpcbind',
    '-rpcbind=0.0.0.0',
    '-norpcallowip',
    '-rpcallowip=0.0.0.0/0',
    `-rpcport=${rpcPort}`,
    '-listen=1',
    '-nowhitebind',
    '-nobind',
    `-bind=0.0.0.0:${p2pPort}`,
    `-port=${p2pPort}`,
  ];
}
