import { type Network, networkFacts, sections } from './network.ts';
import { reasonProtected } from './protected-keys.ts';

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

/** Parses a key as bitcoind does (InterpretKey), and refuses keys that the platform owns, in any spelling. */
export function parseOverrideKey(text: string, network: Network): OverrideKey | RefusedKey {
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
