import { describedOption } from './clients/catalogue.ts';

/** The value as rendered, or why it is refused. */
export type TypedValue = { value: string } | { refused: string };

type Reader = (text: string) => TypedValue;

/** Number of digits that are parsed. */
const maxNumber = 999_999_999_999;

const range =
  (min: number, max: number, unit: string | undefined): Reader =>
  (text) => {
    // bitcoind silently reads text that is not a number as 0.
    const value = /^-?\d{1,12}$/.test(text) ? Number(text) : Number.NaN;
    return value >= min && value <= max
      ? { value: String(value) }
      : { refused: `must be a whole number from ${min} to ${max}${unit === undefined ? '' : ` (${unit})`}` };
  };

/** bitcoind reads `true` as the number 0, i.e. «off»: 0 or 1 is rendered. */
const boolean: Reader = (text) => {
  if (/^(1|true)$/i.test(text)) return { value: '1' };
  if (/^(0|false)$/i.test(text)) return { value: '0' };
  return { refused: 'must be 1 or 0 (or true or false)' };
};

const prune: Reader = (text) => {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  return value === 0 || value === 1 || value >= 550
    ? { value: String(value) }
    : { refused: 'must be a target of at least 550 MiB, 1 to prune only by RPC, or 0 to keep all blocks' };
};

const blockHash: Reader = (text) =>
  text === '0' || /^[0-9a-f]{64}$/i.test(text)
    ? { value: text.toLowerCase() }
    : { refused: 'must be a block hash of 64 hexadecimal digits, or 0 to verify all scripts' };

/** Values whose option descriptions are not specific enough. */
const special: Readonly<Record<string, Reader>> = { prune, assumevalid: blockHash };

/** The keys whose values are checked: bitcoind silently accepts wrong ones, or exits because of them. */
const checkedKeys: ReadonlySet<string> = new Set([
  ...['dbcache', 'maxconnections', 'txindex', 'prune', 'blockfilterindex', 'peerblockfilters', 'coinstatsindex'],
  ...['mempoolfullrbf', 'assumevalid', 'par', 'maxmempool', 'rpcthreads'],
]);

export const isTyped = (key: string): boolean => checkedKeys.has(key);
export const isBoolean = (key: string): boolean => isTyped(key) && describedOption(key)?.type === 'boolean';

/** Parses the value of a typed key, within the bounds of its description. */
export function readTyped(key: string, value: string): TypedValue {
  const option = describedOption(key);
  if (!isTyped(key) || option === undefined) throw new Error(`${key} is not a typed key`);
  const { type, min, max, unit } = option;
  const reader = special[key] ?? (type === 'boolean' ? boolean : range(min ?? 0, max ?? maxNumber, unit));
  return reader(value);
}
