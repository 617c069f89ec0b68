import type { Network } from './network.ts';
import type { ConfigIssue, ConfigOverride } from './node-config.ts';
import { type OptionCatalogue, optionCatalogue } from './option-catalogue.ts';
import { parseOverrideKey } from './override-key.ts';
import { isBoolean, isTyped, readTyped } from './typed-overrides.ts';

/** An override in the one spelling that is rendered. */
export interface ReadOverride {
  key: string;
  value: string;
  /** The key without `no`. */
  base: string;
  /** Where it stood in the list. */
  index: number;
}

const mostOverrides = 200;
const longestValue = 4096;

/** Reads a list of overrides: those that can be taken, and every fault of the others. */
export function readOverrides(
  overrides: readonly ConfigOverride[],
  network: Network,
  clientVersion: string,
): { read: ReadOverride[]; issues: ConfigIssue[] } {
  if (overrides.length > mostOverrides) {
    return { read: [], issues: [{ path: ['overrides'], message: `there may be at most ${mostOverrides} overrides` }] };
  }
  const catalogue = optionCatalogue(clientVersion);
  const read: ReadOverride[] = [];
  const issues: ConfigIssue[] = [];
  for (const [index, override] of overrides.entries()) {
    const one = readOverride(override, index, network);
    if ('message' in one) issues.push(one);
    else if (isDouble(one, read, catalogue))
      issues.push({ path: ['overrides', index, 'key'], message: `${one.base} is given twice; keep one of them` });
    else read.push(one);
  }
  return { read, issues };
}

const isDouble = (one: ReadOverride, before: readonly ReadOverride[], catalogue: OptionCatalogue): boolean =>
  (!catalogue.isRepeatable(one.base) || isTyped(one.base)) && before.some(({ base }) => base === one.base);

function readOverride({ key, value }: ConfigOverride, index: number, network: Network): ReadOverride | ConfigIssue {
  const atKey = (message: string): ConfigIssue => ({ path: ['overrides', index, 'key'], message });
  const atValue = (message: string): ConfigIssue => ({ path: ['overrides', index, 'value'], message });
  const parsed = parseOverrideKey(key, network);
  if ('refused' in parsed) return atKey(parsed.refused);
  const text = value.trim();
  const fault = faultOfText(value);
  if (fault !== null) return atValue(`the value of ${parsed.base} ${fault}`);
  const { base, negated } = parsed;
  if (negated && !/^(0|1|true|false|)$/i.test(text)) return atValue(`no${base} must be 1 or 0`);
  if (!isTyped(base))
    return { key: negated ? `no${base}` : base, value: negated ? oneOrZero(text) : text, base, index };
  if (negated && !isBoolean(base)) return atKey(`no${base} has no meaning; give ${base} a value instead`);
  const typed = readTyped(base, text);
  if (negated) return { key: base, value: oneOrZero(text) === '1' ? '0' : '1', base, index };
  return 'refused' in typed ? atValue(`${base} ${typed.refused}`) : { key: base, value: typed.value, base, index };
}

const oneOrZero = (text: string): string => (/^(0|false)$/i.test(text) ? '0' : '1');

function faultOfText(value: string): string | null {
  if (value.length > longestValue) return `may have at most ${longestValue} characters`;
  if (/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\u2028\u2029]/u.test(value))
    return 'may not contain line breaks or other invisible characters';
  if (value.includes('#')) return 'may not contain #, which begins a comment in bitcoin.conf';
  return null;
}
