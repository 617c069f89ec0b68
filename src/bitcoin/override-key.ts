import { type Network, networkFacts, sections } from './network.ts';
import { reasonProtected } from './protected-keys.ts';

/** An override's key as bitcoind would read it. */
export interface OverrideKey {
  /** Without network and without `no`. */
  base: string;
  /** Whether it carries the prefix `no`, which turns an option off. */
  negated: boolean;
}

/** Why a key is refused, for people. */
export interface RefusedKey {
  refused: string;
}

const maxKeyLength = 64;

/** Reads a key as bitcoind does (src/common/args.cpp, InterpretKey), and refuses what the platform owns in any spelling. */
export function parseOverrideKey(text: string, network: Network): OverrideKey | RefusedKey {
  const shown = text.length > 40 ? `${text.slice(0, 40)}…` : text;
  // A key of many megabytes must not keep the process busy: it is refused for its length, whatever its end says.
  const judged = text.slice(0, 4 * maxKeyLength);
  const parts = /^(?:([a-z0-9]+)\.)?(no)?([a-z0-9][a-z0-9-]*)$/.exec(judged.trim());
  // A section alone, as in «regtest.dbcache», is no attempt at the chain.
  const reason = reasonProtected(parts?.[3] ?? judged);
  if (reason !== undefined) {
    return { refused: `${JSON.stringify(shown)} is managed by the platform; remove it (${reason})` };
  }
  if (parts === null || text.length > maxKeyLength) {
    return {
      refused: `${JSON.stringify(shown)} is no key of bitcoin.conf: at most ${maxKeyLength} lower-case letters, digits and dashes, without a leading dash`,
    };
  }
  const [, section, no, base = ''] = parts;
  if (section === undefined || section === networkFacts(network).chain) return { base, negated: no !== undefined };
  const other = sections.includes(section) ? `applies to another network than ${network}` : 'names no network';
  return { refused: `the prefix “${section}.” ${other}; remove it` };
}
