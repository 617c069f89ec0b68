/**
 * Options that are the platform's although the host is safe from them: they harm the node alone. Unlike `protected-keys.ts` an agent does not
 * refuse them: a node that has one when another is added here runs on.
 */
const reasons: readonly (readonly [reason: string, keys: readonly string[]])[] = [
  ['it would end the daemon', ['stopatheight', 'stopafterblockimport', 'rpcdoccheck']],
  ['it would give the daemon a false clock, which freezes it', ['mocktime']],
  ['it would read or write files of its own in the node’s container', ['asmap', 'loadblock', 'capturemessages']],
  [
    'it would rebuild the chain at every start, and a daemon that asks for it is mostly wrong: after a full disk make ' +
      'room, after another version go back, then request a restart; where the data is truly damaged, ask once with ' +
      'startNodeOperation (satrap nodes reindex)',
    ['reindex', 'reindex-chainstate'],
  ],
];

const reasonByKey: ReadonlyMap<string, string> = new Map(
  reasons.flatMap(([reason, keys]) => keys.map((key) => [key, reason] as const)),
);

/** Returns why a key, without network and `no`, is refused as an override; undefined where it is not. */
export const reasonRefused = (key: string): string | undefined => reasonByKey.get(key);
