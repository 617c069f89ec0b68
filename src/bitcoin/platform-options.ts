/**
 * Options that the platform owns although they harm only the node, not the host. Unlike those of `protected-keys.ts`,
 * an agent does not refuse them: a node that already has one when a key is added here keeps running.
 */
const reasons: readonly (readonly [reason: string, keys: readonly string[]])[] = [
  ['it would stop the daemon', ['stopatheight', 'stopafterblockimport', 'rpcdoccheck']],
  ['it would give the daemon a false clock, which freezes it', ['mocktime']],
  ['it would read or write other files in the node’s container', ['asmap', 'loadblock', 'capturemessages']],
  [
    'it would rebuild the chain at every start, and rarely helps: after a full disk, free disk ' +
      'space; after a version change, go back; then restart the node. If the data is really damaged, rebuild it once with ' +
      'startNodeOperation (satrap nodes reindex)',
    ['reindex', 'reindex-chainstate'],
  ],
];

const reasonByKey: ReadonlyMap<string, string> = new Map(
  reasons.flatMap(([reason, keys]) => keys.map((key) => [key, reason] as const)),
);

/** Returns why a key, without network and `no`, is refused as an override; undefined if it is not. */
export const reasonRefused = (key: string): string | undefined => reasonByKey.get(key);
