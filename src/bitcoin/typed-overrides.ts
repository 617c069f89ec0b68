/** The value as it is rendered, or why it is refused. */
export type TypedValue = { value: string } | { refused: string };

type Reader = (text: string) => TypedValue;

const range =
  (min: number, max: number, unit: string): Reader =>
  (text) => {
    // bitcoind silently reads text that is no number as 0.
    const value = /^-?\d{1,12}$/.test(text) ? Number(text) : Number.NaN;
    return value >= min && value <= max
      ? { value: String(value) }
      : { refused: `must be a whole number from ${min} to ${max}${unit}` };
  };

/** bitcoind reads `true` as the number 0, hence as «off»: what is rendered is 0 or 1. */
const boolean: Reader = (text) => {
  if (/^(1|true)$/i.test(text)) return { value: '1' };
  if (/^(0|false)$/i.test(text)) return { value: '0' };
  return { refused: 'must be 1 or 0 (or true or false)' };
};

const prune: Reader = (text) => {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  return value === 0 || value === 1 || value >= 550
    ? { value: String(value) }
    : { refused: 'must be a target in MiB of at least 550, or 1 to prune only by RPC, or 0 for not at all' };
};

const blockHash: Reader = (text) =>
  text === '0' || /^[0-9a-f]{64}$/i.test(text)
    ? { value: text.toLowerCase() }
    : { refused: 'must be a block hash of 64 hexadecimal digits, or 0 to verify all scripts' };

/**
 * The keys whose values are checked, with bitcoind's own limits (src/init.cpp, src/node/caches.cpp, src/txdb.h): it silently accepts
 * wrong values, or exits because of them.
 */
const readers: Readonly<Record<string, { read: Reader; boolean: boolean }>> = {
  dbcache: { read: range(4, 16_384, ' (MiB)'), boolean: false },
  maxconnections: { read: range(0, 8192, ''), boolean: false },
  txindex: { read: boolean, boolean: true },
  prune: { read: prune, boolean: false },
  blockfilterindex: { read: boolean, boolean: true },
  peerblockfilters: { read: boolean, boolean: true },
  coinstatsindex: { read: boolean, boolean: true },
  mempoolfullrbf: { read: boolean, boolean: true },
  assumevalid: { read: blockHash, boolean: false },
  par: { read: range(-15, 15, ''), boolean: false },
  maxmempool: { read: range(5, 1_000_000, ' (MB)'), boolean: false },
  rpcthreads: { read: range(1, 256, ''), boolean: false },
};

export const isTyped = (key: string): boolean => Object.hasOwn(readers, key);
export const isBoolean = (key: string): boolean => readers[key]?.boolean ?? false;

/** Reads the value of a typed key. */
export function readTyped(key: string, text: string): TypedValue {
  const reader = readers[key];
  if (reader === undefined) throw new Error(`${key} is not among the typed keys`);
  return reader.read(text);
}
