import { checkConfig } from '../../src/bitcoin/check-config.ts';
import type { ConfigOverride } from '../../src/bitcoin/node-config.ts';
import { configWith } from './config.ts';
import { spelling } from './spellings.ts';

const isAccepted = (overrides: readonly ConfigOverride[]): boolean => checkConfig(configWith(overrides)).length === 0;

/** The next spellings that are accepted, each on its own. Most are refused; those that are not are what must be tried. */
export function acceptedSpellings(random: () => number, count: number): ConfigOverride[] {
  const accepted: ConfigOverride[] = [];
  while (accepted.length < count) {
    const given = spelling(random);
    if (isAccepted([given])) accepted.push(given);
  }
  return accepted;
}

/** As many overrides as a node may have, accepted together. */
export function fullList(random: () => number): ConfigOverride[] {
  const list: ConfigOverride[] = [];
  while (list.length < 200) {
    const given = spelling(random);
    if (isAccepted([given]) && isAccepted([...list, given])) list.push(given);
  }
  return list;
}
