import { sections } from './network.ts';

/** Reasons why the platform owns keys. */
const reasons: readonly (readonly [reason: string, keys: readonly string[]])[] = [
  [
    'the data directory is part of the node’s container',
    [
      ...['datadir', 'blocksdir', 'walletdir', 'conf', 'confrw', 'includeconf', 'settings', 'pid', 'debuglogfile'],
      'allowignoredconf',
    ],
  ],
  [
    'the chain is chosen by the node’s network',
    ['chain', 'mainnet', 'testnet', 'testnet3', 'signetchallenge', ...sections],
  ],
  [
    'ports and bindings are assigned by the host’s agent',
    [
      ...['port', 'bind', 'whitebind', 'listen', 'rpcport', 'rpcbind', 'rpcallowip', 'ipcbind', 'server', 'rest'],
      ...['zmqpubhashwallettx', 'zmqpubrawwallettx'],
    ],
  ],
  // The released binaries of 27 and 28 have both, although the builds that their options come from do not
  // (src/init.cpp, USE_UPNP).
  ['it would open a port on the router of the host’s operator', ['upnp', 'natpmp']],
  [
    'the platform has its own RPC credentials',
    [
      ...['rpcuser', 'rpcpassword', 'rpcauth', 'rpcauthfile', 'rpccookiefile', 'rpccookieperms', 'rpcwhitelist'],
      'rpcwhitelistdefault',
    ],
  ],
  [
    'the container runs the daemon in the foreground',
    ['daemon', 'daemonwait', 'printtoconsole', 'help', 'version', 'h'],
  ],
  [
    'it would run commands inside the node’s container',
    ['alertnotify', 'blocknotify', 'walletnotify', 'startupnotify', 'shutdownnotify', 'signer', 'torexecute'],
  ],
];

const reasonByKey: ReadonlyMap<string, string> = new Map(
  reasons.flatMap(([reason, keys]) => keys.map((key) => [key, reason] as const)),
);

/**
 * Returns why the platform owns a key that this text could mean, in any spelling (case, blanks, dashes, sections, the
 * prefix `no`), or undefined. Keys contain only ASCII letters.
 */
export function reasonProtected(text: string): string | undefined {
  return [...spellings(text)].map((key) => reasonByKey.get(key)).find((reason) => reason !== undefined);
}

function* spellings(text: string): Generator<string> {
  const plain = text.toLowerCase();
  // Text after a line break, a section or an equals sign could count as another key.
  for (const part of [...plain.split(/[=#;.:\]\s]+/), plain]) {
    let key = part.replace(/[^a-z0-9]/g, '');
    yield key;
    for (; key.startsWith('no'); yield key) key = key.slice(2);
  }
}
