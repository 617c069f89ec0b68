import { clientFamily } from './clients/registry.ts';
import { networkFacts } from './network.ts';
import type { CustomSignet, NodeConfig } from './node-config.ts';
import { torLines } from './tor.ts';

/** The command line of every host. The chain comes first: it names the section of what follows in a file. */
export const platformLines = ({
  network,
  signet = null,
  tor = null,
}: Pick<NodeConfig, 'network' | 'signet' | 'tor'>): { key: string; value: string }[] => [
  { key: 'chain', value: networkFacts(network).chain },
  ...(signet === null ? [] : signetLines(signet)),
  ...(tor === null ? [] : torLines(tor)),
  { key: 'server', value: '1' },
  { key: 'rest', value: '0' },
  { key: 'listen', value: '1' },
];

const signetLines = ({ challenge, seedNodes }: CustomSignet) => [
  { key: 'signetchallenge', value: challenge },
  ...seedNodes.map((value) => ({ key: 'signetseednode', value })),
];

export interface DaemonPaths {
  dataDir: string;
  configFile: string;
  /** Where the daemon keeps its dynamic settings: a file that no restart of its container keeps. */
  settingsFile: string;
}

/**
 * The command line of a node's daemon: all settings that the platform owns, except secrets. The command line overrides
 * the file; cumulative options are negated first, which clears the file's values. Inside its container the daemon
 * listens on all addresses: the ports published on the host are the boundary. `isOnIPv6`: whether a port is published
 * at an IPv6 address, which an engine with IPv6 forwards to an IPv6 address of the container.
 */
export function daemonArguments(config: NodeConfig, paths: DaemonPaths, { isOnIPv6 = false } = {}): string[] {
  const { rpcPort, p2pPort } = networkFacts(config.network);
  return [
    `-datadir=${paths.dataDir}`,
    `-conf=${paths.configFile}`,
    '-noincludeconf',
    // It overrides the file, and a file in the data directory would outlive a restart. Without any, calls with
    // `load_on_startup` fail.
    `-settings=${paths.settingsFile}`,
    ...clientFamily(config.client).arguments,
    ...platformLines(config).map(({ key, value }) => `-${key}=${value}`),
    '-daemon=0',
    '-printtoconsole=1',
    '-nodebuglogfile',
    '-norpcbind',
    // First: it may take the port of IPv4 as well, and a daemon without IPv6 continues with the next.
    ...(isOnIPv6 ? ['-rpcbind=::'] : []),
    '-rpcbind=0.0.0.0',
    '-norpcallowip',
    ...(isOnIPv6 ? ['-rpcallowip=::/0'] : []),
    '-rpcallowip=0.0.0.0/0',
    `-rpcport=${rpcPort}`,
    '-nowhitebind',
    '-nobind',
    ...(isOnIPv6 ? [`-bind=[::]:${p2pPort}`] : []),
    `-bind=0.0.0.0:${p2pPort}`,
    `-port=${p2pPort}`,
  ];
}

/**
 * What a daemon on a copy of a node's data has after the node's own arguments, of which the last one counts: no wallets,
 * no lookups, and a cookie outside of the data.
 */
export const rehearsalArguments = (cookieFile: string): string[] => [
  '-disablewallet',
  '-dnsseed=0',
  '-listenonion=0',
  `-rpccookiefile=${cookieFile}`,
];
