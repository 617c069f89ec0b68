import { catalogNote, optionCatalog } from './clients/catalog.ts';
import { type ClientVersion, versionData } from './clients/registry.ts';
import type { NodeConfig } from './node-config.ts';
import { isContainerItself, loopbackNote } from './tor.ts';
import { isTyped } from './typed-overrides.ts';
import { zmqTopicOf } from './zmq.ts';

/** One thread of the RPC server always waits for the next block on behalf of the agent. */
export const agentThreads = 1;

export const threadsNote = 'includes one thread in which the agent waits for the next block';

const inside = 'inside the container; see the node’s endpoints for the published address';

/** Why the platform sets the options of the daemon's command line. */
export const platformNotes: Readonly<Record<string, string>> = {
  chain: 'the node’s network',
  signetchallenge: 'the node’s custom signet',
  signetseednode: 'a seed node of the custom signet',
  proxy: 'the node’s Tor, through which everything for peers goes',
  dns: 'off, because the node’s Tor looks up names',
  discover: 'off, because a node with a Tor announces no address of its host',
  listenonion: 'off, because the operator’s Tor has the onion service',
  externalip: 'the onion service of the node’s Tor',
  daemon: 'runs in the foreground, so that the container exits with it',
  printtoconsole: 'logs to the container’s output, where the agent reads it',
  server: 'serves RPC, which the agent monitors',
  rest: 'off, because REST has no authentication',
  rpcbind: `every address ${inside}`,
  rpcallowip: 'any client that reaches the container; each call needs a password',
  rpcport: `the port ${inside}`,
  listen: 'accepts inbound connections',
  bind: `every address ${inside}`,
  port: `the port ${inside}`,
};

/** Options that name a program which bitcoind connects to. */
const proxyKeys: ReadonlySet<string> = new Set(['proxy', 'onion', 'i2psam', 'torcontrol']);

const publishedNote =
  'the address inside the node’s container; its endpoints show where the host publishes it, for everyone who can reach it';

/** Beyond this share of the memory, the caches leave too little for validation, peers and indexes. */
const maxCacheShare = 0.75;

/** A note for the owner of an override, or null. `caches`: MiB of the database cache and the mempool together. */
export function overrideNote(
  key: string,
  value: string,
  { client, clientVersion, resources }: NodeConfig,
  caches: number,
): string | null {
  if (key === 'rpcthreads') return threadsNote;
  if ((key === 'dbcache' || key === 'maxmempool') && caches > resources.memoryMiB * maxCacheShare) {
    return `dbcache and maxmempool together may use ${caches} of the node’s ${resources.memoryMiB} MiB of memory; bitcoind may run out of memory`;
  }
  if (zmqTopicOf(key) !== undefined) return value === '1' ? publishedNote : null;
  const unknown = unknownKeyNote(key, { client, clientVersion });
  if (unknown !== null) return unknown;
  // Typed keys are rendered as numbers already.
  if (!isTyped(key) && /^(true|yes|on)$/i.test(value)) {
    return 'bitcoind reads a word as 0, which is off; use 1 to turn this on';
  }
  if (proxyKeys.has(key) && isContainerItself(value)) return loopbackNote;
  if (/^".*"$/.test(value)) return 'the quotes are part of the value';
  if ((key === 'reindex' || key === 'reindex-chainstate') && value !== '0') {
    return 'rebuilds at every start; remove it once the node is synced';
  }
  return catalogNote({ client, clientVersion });
}

/** Returns that bitcoind does not know a key, with a suggestion if there is one; null if it does. */
export function unknownKeyNote(key: string, of: ClientVersion): string | null {
  const { client, clientVersion } = of;
  const catalog = optionCatalog(of);
  if (versionData(of).upgrade.withoutEffect?.includes(key)) return `has no effect in ${client} ${clientVersion}`;
  if (catalog.find(key) !== undefined) return null;
  const newer = catalogNote(of);
  const near = catalog.nearest(key);
  const question = near === undefined ? '' : `; did you mean ${near}?`;
  return newer === null
    ? `${client} ${clientVersion} does not know this key and ignores it${question}`
    : `${client} ${catalog.version} does not know this key${question} (${newer})`;
}
