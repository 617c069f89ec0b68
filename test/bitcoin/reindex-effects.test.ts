import { describe, expect, test } from 'vitest';
import { type Rebuild, rebuildEffects, whyNoRebuild } from '../../src/bitcoin/reindex-effects.ts';
import { configWith } from './config.ts';

const full = configWith([], { network: 'mainnet' });
const pruned = configWith([], { network: 'mainnet', nodeType: 'pruned' });
const facts = { height: 900_000, chainBytes: 850 * 2 ** 30 };
const effectsOf = (rebuild: Rebuild, config = full) => rebuildEffects(config, rebuild, facts).join('\n');

describe('the effects of a rebuild', () => {
  test('name the block files of a full node and that nothing is downloaded again', () => {
    const effects = effectsOf({ kind: 'reindex' });
    expect(effects).toMatch(/from the block files \(850\.0 GiB\), up to height 900000; downloads nothing again/);
    expect(effects).toMatch(/takes many hours to days/);
  });
  test('name the download of a pruned node', () => {
    expect(effectsOf({ kind: 'reindex' }, pruned)).toMatch(/downloads the whole chain again/);
  });
  test('leave blocks and chain state to the rebuild of an index', () => {
    const effects = effectsOf({ kind: 'rebuild_index', index: 'txindex', remove: false });
    expect(effects).toMatch(/keeps blocks \(850\.0 GiB\), chain state, other indexes and wallets/);
    expect(effects).toMatch(/takes typically 3 to 24 hours/);
  });
  test('take seconds on regtest', () => {
    expect(effectsOf({ kind: 'reindex_chainstate' }, configWith([]))).toMatch(/takes seconds/);
  });
});

test.each<[string, Rebuild, RegExp | null]>([
  ['the chain of a full node', { kind: 'reindex' }, null],
  ['an index that is off', { kind: 'rebuild_index', index: 'coinstatsindex', remove: false }, /is off/],
])('judges the rebuild of %s', (_what, rebuild, expected) => {
  const refusal = whyNoRebuild(full, rebuild);
  if (expected === null) expect(refusal).toBeNull();
  else expect(refusal).toMatch(expected);
});

test('refuses to rebuild the chain state of a pruned node', () => {
  expect(whyNoRebuild(pruned, { kind: 'reindex_chainstate' })).toMatch(/no longer has the blocks/);
});
