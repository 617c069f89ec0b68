import { sections } from './network.ts';

/** `reasons` has the keys of each reason, separated by blanks. */
const byKey = (reasons: readonly (readonly [reason: string, keys: string])[]): ReadonlyMap<string, string> =>
  new Map(reasons.flatMap(([reason, keys]) => keys.split(' ').map((key) => [key, reason] as const)));

const protectedKeys = byKey([
  [
    'the data directory is part of the node’s container',
    'datadir blocksdir walletdir conf confrw includeconf settings pid debuglogfile allowignoredconf',
  ],
  ['the chain is chosen by the node’s network', `chain mainnet testnet testnet3 ${sections.join(' ')}`],
  ['a custom signet is a field of the node, which is set when it is created', 'signetchallenge signetseednode'],
  [
    'ports and bindings are assigned by the host’s agent',
    'port bind whitebind listen rpcport rpcbind rpcallowip ipcbind zmqpubhashwallettx zmqpubrawwallettx',
  ],
  ['the RPC server is on, because the agent monitors the node through it', 'server'],
  ['REST has no authentication', 'rest'],
  // The released binaries of 27 and 28 have both, although the builds that their options come from do not
  // (src/init.cpp, USE_UPNP).
  ['it would open a port on the router of the host’s operator', 'upnp natpmp'],
  [
    'the platform has its own RPC credentials',
    'rpcuser rpcpassword rpcauth rpcauthfile rpccookiefile rpccookieperms rpcwhitelist rpcwhitelistdefault',
  ],
  ['the container runs the daemon in the foreground', 'daemon daemonwait printtoconsole help version h'],
  [
    'it would run commands inside the node’s container',
    'alertnotify blocknotify walletnotify startupnotify shutdownnotify signer torexecute',
  ],
]);

/** Returns why the platform owns a key that this text could mean, in any spelling; undefined if it does not. */
export const reasonProtected = (text: string): string | undefined =>
  [...spellings(text)].map((key) => protectedKeys.get(key)).find((reason) => reason !== undefined);

/** Values of keys of the platform that every node has anyway, or that mean nothing in a container. */
const harmlessValues: Readonly<Record<string, string>> = {
  ...{
    server: '1',
    listen: '1',
    rest: '0',
    upnp: '0',
    natpmp: '0',
    printtoconsole: '1',
    daemon: '01',
    daemonwait: '01',
  },
};

/**
 * Whether a line of a bitcoin.conf, for a key in its plain spelling and without `no`, sets what the platform sets anyway.
 * Such a line is accepted without effect: it is never rendered (`daemon=1` would end the container).
 */
export function isHarmless(key: string, value: string, chain: string): boolean {
  if (value !== '0' && value !== '1') return key === 'chain' && value === chain;
  if (key === chain && key !== 'main') return value === '1';
  if (key === 'testnet' || sections.includes(key)) return key !== 'main' && value === '0';
  return Object.hasOwn(harmlessValues, key) && harmlessValues[key]?.includes(value) === true;
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

/** Options that harm only the node. An agent does not refuse them: nodes that already have one keep running. */
const refusedKeys = byKey([
  ['it would stop the daemon', 'stopatheight stopafterblockimport rpcdoccheck'],
  ['it would give the daemon a false clock, which freezes it', 'mocktime'],
  ['it would read or write other files in the node’s container', 'asmap loadblock capturemessages'],
  [
    'it would rebuild the chain at every start, and rarely helps: after a full disk, free disk ' +
      'space; after a version change, go back; then restart the node. If the data is really damaged, rebuild it once with ' +
      'startNodeOperation',
    'reindex reindex-chainstate',
  ],
]);

/** Returns why a key, without network and `no`, is refused as an override; undefined if it is not. */
export const reasonRefused = (key: string): string | undefined => refusedKeys.get(key);
