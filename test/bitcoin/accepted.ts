import { checkConfig } from '../../src/bitcoin/check-config.ts';
import type { ConfigOverride } from '../../src/bitcoin/node-config.ts';
import { configWith } from './config.ts';
import { spelling } from './spellings.ts';

const isAccepted = (overrides: readonly ConfigOverride[]): boolean => checkConfig(configWith(overrides)).length === 0;

/** The maximum number of overrides of a node. */
export const maxOverrides = 200;

/** Overrides that are accepted together. */
export function acceptedTogether(random: () => number, count: number): ConfigOverride[] {
  const list: ConfigOverride[] = [];
  while (list.length < count) {
    const given = spelling(random);
    if (isAccepted([given]) && isAccepted([...list, given])) list.push(given);
  }
  return list;
}
