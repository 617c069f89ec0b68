import { describedOption, type OptionCatalog } from './clients/catalog.ts';
import type { OptionDescription } from './clients/option-description.ts';

/** What a value must be, for people, and the check. */
export interface Rule {
  allowed: string;
  accepts(text: string): boolean;
}

export const matching = (pattern: RegExp, allowed: string): Rule => ({
  allowed,
  accepts: (text) => pattern.test(text),
});

/** Beyond this, bitcoind truncates some numbers to 32 bits, and others wrap around. It reads other text as 0. */
const maxInteger = 2_147_483_647;

export const integerRule = ({ min = -maxInteger, max = maxInteger, unit }: OptionDescription): Rule => ({
  allowed: `must be a whole number from ${min} to ${max}${unit === undefined ? '' : ` (${unit})`}`,
  accepts: (text) => /^-?\d{1,12}$/.test(text) && Number(text) >= min && Number(text) <= max,
});

/** The value as rendered, or why it is refused. */
export type TypedValue = { value: string } | { refused: string };

/** bitcoind reads `true` as the number 0, i.e. «off»: 0 or 1 is rendered. */
const boolean = matching(/^(0|1|true|false)$/i, 'must be 1 or 0 (or true or false)');

/** For options whose descriptions are not specific enough. */
const special: Readonly<Record<string, Rule>> = {
  prune: {
    allowed: 'must be a target of at least 550 MiB, 1 to prune only by RPC, or 0 to keep all blocks',
    accepts: (text) => /^\d{1,9}$/.test(text) && (Number(text) <= 1 || Number(text) >= 550),
  },
  assumevalid: matching(
    /^(0|(0x)?[0-9a-f]{64})$/i,
    'must be a block hash of 64 hexadecimal digits, or 0 to verify all scripts',
  ),
  // The only type of filter (src/blockfilter.cpp).
  blockfilterindex: matching(/^(0|1|true|false|basic)$/i, 'must be 1 or 0 (or true, false or basic)'),
};

/** The keys whose values are checked: bitcoind silently accepts wrong ones, or exits because of them. */
const checkedKeys: ReadonlySet<string> = new Set([
  'dbcache',
  'maxconnections',
  'txindex',
  'prune',
  'blockfilterindex',
  'peerblockfilters',
  'coinstatsindex',
  'mempoolfullrbf',
  'assumevalid',
  'par',
  'maxmempool',
  'rpcthreads',
]);

export const isTyped = (key: string): boolean => checkedKeys.has(key);
export const isBoolean = (key: string): boolean => isTyped(key) && describedOption(key)?.type === 'boolean';

/** Parses the value of a typed key, within its bounds in a version that knows it. */
export function readTyped(key: string, text: string, catalog: OptionCatalog): TypedValue {
  const option = catalog.find(key) ?? describedOption(key);
  if (!isTyped(key) || option === undefined) throw new Error(`${key} is not a typed key`);
  const rule = special[key] ?? (option.type === 'boolean' ? boolean : integerRule(option));
  if (!rule.accepts(text)) return { refused: rule.allowed };
  if (option.type === 'boolean') return { value: /^(1|true|basic)$/i.test(text) ? '1' : '0' };
  return { value: option.type === 'integer' ? String(Number(text)) : text.toLowerCase() };
}
