import { describedOption } from './clients/catalogue.ts';

/** The value as it is rendered, or why it is refused. */
export type TypedValue = { value: string } | { refused: string };

type Reader = (text: string) => TypedValue;

/** As many digits as are read. */
const maxNumber = 999_999_999_999;

const range =
  (min: number, max: number, unit: string | undefined): Reader =>
  (text) => {
    // bitcoind silently reads text that is no number as 0.
    const value = /^-?\d{1,12}$/.test(text) ? Number(text) : Number.NaN;
    return value >= min && value <= max
      ? { value: String(value) }
      : { refused: `must be a whole number from ${min} to ${max}${unit === undefined ? '' : ` (${unit})`}` };
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

/** Values that the description of an option says too little about. */
const special: Readonly<Record<string, Reader>> = { prune, assumevalid: blockHash };

/** The keys whose values are checked: bitcoind silently accepts wrong ones, or exits because of them. */
const checkedKeys: ReadonlySet<string> = new Set([
  ...['dbcache', 'maxconnections', 'txindex', 'prune', 'blockfilterindex', 'peerblockfilters', 'coinstatsindex'],
  ...['mempoolfullrbf', 'assumevalid', 'par', 'maxmempool', 'rpcthreads'],
]);

export const isTyped = (key: string): boolean => checkedKeys.has(key);
export const isBoolean = (key: string): boolean => isTyped(key) && describedOption(key)?.type === 'boolean';

/** Reads the value of a typed key, within the bounds of its description. */
export function readTyped(key: string, value: string): TypedValue {
  const option = describedOption(key);
  if (!isTyped(key) || option === undefined) throw new Error(`${key} is not among the typed keys`);
  const { type, min, max, unit } = option;
  const reader = special[key] ?? (type === 'boolean' ? boolean : range(min ?? 0, max ?? maxNumber, unit));
  return reader(value);
}
