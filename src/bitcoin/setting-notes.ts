import { catalogueNote, optionCatalogue } from './clients/catalogue.ts';
import { type ClientVersion, versionData } from './clients/registry.ts';
import type { NodeConfig } from './node-config.ts';
import { isTyped } from './typed-overrides.ts';
import { zmqTopicOf } from './zmq.ts';

/** One thread of the RPC server always waits for the next block on behalf of the agent. */
export const agentThreads = 1;

export const threadsNote = 'one more than you have: it waits for the next block for the agent';

const inside = 'inside the container; the node’s endpoints show where the host publishes it';

/** Why the platform sets what stands on the daemon's command line, by option. */
export const platformNotes: Readonly<Record<string, string>> = {
  chain: 'the node’s network',
  daemon: 'stays in the foreground, so that the container ends with it',
  printtoconsole: 'writes its log to the container’s output, where it is read from',
  server: 'answers RPC, by which the agent watches it',
  rest: 'off, because REST asks nobody for a password',
  rpcbind: `every address ${inside}`,
  rpcallowip: 'whoever reaches the container; each call needs a password',
  rpcport: `the port ${inside}`,
  listen: 'takes connections of peers',
  bind: `every address ${inside}`,
  port: `the port ${inside}`,
};

const publishedNote =
  'the address inside the node’s container; its endpoints show where the host publishes it, for everybody who gets there';

/** Beyond this share of the memory, the caches leave too little for validation, peers and indexes. */
const maxCacheShare = 0.75;

/**
 * What the owner of an override should know about it, or null. `caches` is what the database cache and the mempool may fill together (MiB),
 * whether they are overrides or defaults.
 */
export function overrideNote(
  key: string,
  value: string,
  { client, clientVersion, resources }: NodeConfig,
  caches: number,
): string | null {
  if (key === 'rpcthreads') return threadsNote;
  if ((key === 'dbcache' || key === 'maxmempool') && caches > resources.memoryMiB * maxCacheShare) {
    return `dbcache and maxmempool together may fill ${caches} of the node’s ${resources.memoryMiB} MiB of memory; bitcoind may be ended for lack of it`;
  }
  if (zmqTopicOf(key) !== undefined) return value === '1' ? publishedNote : null;
  const unknown = unknownKeyNote(key, { client, clientVersion });
  if (unknown !== null) return unknown;
  // Typed keys are rendered as numbers already.
  if (!isTyped(key) && /^(true|yes|on)$/i.test(value)) {
    return 'bitcoind reads a word as 0, which is off; to turn this on, set 1';
  }
  if ((key === 'reindex' || key === 'reindex-chainstate') && value !== '0') {
    return 'rebuilds at every start; remove it once the node has caught up';
  }
  return catalogueNote({ client, clientVersion });
}

/** Returns that bitcoind does not know a key, and which one may be meant; null where it knows it. */
export function unknownKeyNote(key: string, of: ClientVersion): string | null {
  const { client, clientVersion } = of;
  const catalogue = optionCatalogue(of);
  if (versionData(of).upgrade.withoutEffect?.includes(key)) return `has no effect in ${client} ${clientVersion}`;
  if (catalogue.find(key) !== undefined) return null;
  const newer = catalogueNote(of);
  const near = catalogue.nearest(key);
  const question = near === undefined ? '' : `; did you mean ${near}?`;
  return newer === null
    ? `${client} ${clientVersion} does not know this key and ignores it${question}`
    : `${client} ${catalogue.version} does not know this key${question} (${newer})`;
}
