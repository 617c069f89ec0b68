import { type OptionCatalog, optionCatalog } from './clients/catalog.ts';
import { type Network, networkFacts, sections } from './network.ts';
import type { ConfigIssue, ConfigOverride, NodeConfig } from './node-config.ts';
import { isHarmless, reasonProtected } from './protected-keys.ts';
import { isBoolean, isTyped, readTyped } from './typed-overrides.ts';
import { zmqTopicOf } from './zmq.ts';

/** An override in its canonical spelling. */
export interface ReadOverride {
  key: string;
  value: string;
  /** The key without `no`. */
  base: string;
  index: number;
  /** Whether it sets what the platform sets anyway: it is not rendered. */
  withoutEffect?: true;
}

export const maxOverrides = 200;
const maxValueLength = 4096;

export type OverrideConfig = Pick<NodeConfig, 'client' | 'clientVersion' | 'network' | 'overrides'>;

/** Parses the overrides of a node: returns the valid ones, and every issue of the rest. */
export function readOverrides({ overrides, network, ...of }: OverrideConfig): {
  read: ReadOverride[];
  issues: ConfigIssue[];
} {
  if (overrides.length > maxOverrides) {
    return { read: [], issues: [{ path: ['overrides'], message: `there must be at most ${maxOverrides} overrides` }] };
  }
  const catalog = optionCatalog(of);
  const read: ReadOverride[] = [];
  const issues: ConfigIssue[] = [];
  for (const [index, override] of overrides.entries()) {
    const result = readOverride(override, index, network, catalog);
    if ('message' in result) issues.push(result);
    else if (isDouble(result, read, catalog))
      issues.push({ path: ['overrides', index, 'key'], message: `${result.base} is set twice; remove one of them` });
    else read.push(result);
  }
  return { read, issues };
}

function isDouble({ base }: ReadOverride, earlier: readonly ReadOverride[], catalog: OptionCatalog): boolean {
  const isOnce = !catalog.isRepeatable(base) || isTyped(base) || zmqTopicOf(base) !== undefined;
  return isOnce && earlier.some((override) => override.base === base);
}

function readOverride(
  { key, value }: ConfigOverride,
  index: number,
  network: Network,
  catalog: OptionCatalog,
): ReadOverride | ConfigIssue {
  const atKey = (message: string): ConfigIssue => ({ path: ['overrides', index, 'key'], message });
  const atValue = (message: string): ConfigIssue => ({ path: ['overrides', index, 'value'], message });
  const plain = plainKey(key, network);
  if (plain !== null) {
    const text = value.trim();
    const meant = plain.negated ? (text === '0' ? '1' : '0') : text;
    const isSwitch = !plain.negated || text === '0' || text === '1';
    if (isSwitch && isHarmless(plain.base, meant, networkFacts(network).chain))
      return { key: plain.base, value: meant, base: plain.base, index, withoutEffect: true };
  }
  const parsed = parseOverrideKey(key, network);
  if ('refused' in parsed) return atKey(parsed.refused);
  const text = value.trim();
  const fault = faultOfText(value);
  if (fault !== null) return atValue(`the value of ${parsed.base} ${fault}`);
  const { base, negated } = parsed;
  if (negated && !/^(0|1|true|false|)$/i.test(text)) return atValue(`no${base} must be 1 or 0`);
  if (!isTyped(base))
    return { key: negated ? `no${base}` : base, value: negated ? oneOrZero(text) : text, base, index };
  if (negated && !isBoolean(base)) return atKey(`no${base} has no meaning; set ${base} to a value instead`);
  const typed = readTyped(base, text, catalog);
  if (negated) return { key: base, value: oneOrZero(text) === '1' ? '0' : '1', base, index };
  return 'refused' in typed ? atValue(`${base} ${typed.refused}`) : { key: base, value: typed.value, base, index };
}

const oneOrZero = (text: string): string => (/^(0|false)$/i.test(text) ? '0' : '1');

function faultOfText(value: string): string | null {
  if (value.length > maxValueLength) return `must be at most ${maxValueLength} characters`;
  if (/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\u2028\u2029]/u.test(value))
    return 'must not contain line breaks or other invisible characters';
  if (value.includes('#')) return 'must not contain #, which starts a comment in bitcoin.conf';
  return null;
}

/** An override's key as bitcoind reads it. */
export interface OverrideKey {
  /** Without network and without `no`. */
  base: string;
  /** Whether it has the prefix `no`, which turns an option off. */
  negated: boolean;
}

/** Why a key is refused, for people. */
export interface RefusedKey {
  refused: string;
}

const maxKeyLength = 64;

/** Parses a key in its plain spelling, with or without the node's own network; null for any other. */
function plainKey(text: string, network: Network): OverrideKey | null {
  if (text.length > maxKeyLength) return null;
  const parts = /^(?:([a-z0-9]+)\.)?(no)?([a-z][a-z0-9]*)$/.exec(text.trim());
  if (parts === null) return null;
  const [, section, no, base = ''] = parts;
  const isOwn = section === undefined || section === networkFacts(network).chain;
  return isOwn ? { base, negated: no !== undefined } : null;
}

/** Parses a key as bitcoind does (InterpretKey), and refuses keys that the platform owns, in any spelling. */
function parseOverrideKey(text: string, network: Network): OverrideKey | RefusedKey {
  const shown = text.length > 40 ? `${text.slice(0, 40)}…` : text;
  // A key of many megabytes must not block the process: it is refused for its length, whatever its end is.
  const judged = text.slice(0, 4 * maxKeyLength);
  const parts = /^(?:([a-z0-9]+)\.)?(no)?([a-z0-9][a-z0-9-]*)$/.exec(judged.trim());
  // A section alone, as in «regtest.dbcache», is not an attempt to set the chain.
  const reason = reasonProtected(parts?.[3] ?? judged);
  if (reason !== undefined) {
    return { refused: `${JSON.stringify(shown)} is managed by the platform; remove it (${reason})` };
  }
  if (parts === null || text.length > maxKeyLength) {
    return {
      refused: `${JSON.stringify(shown)} is not a bitcoin.conf key: at most ${maxKeyLength} lower-case letters, digits and dashes, without a leading dash`,
    };
  }
  const [, section, no, base = ''] = parts;
  if (section === undefined || section === networkFacts(network).chain) return { base, negated: no !== undefined };
  const other = sections.includes(section) ? `applies to a network other than ${network}` : 'is not a network';
  return { refused: `the prefix “${section}.” ${other}; remove it` };
}
