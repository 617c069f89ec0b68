import { expect, test } from 'vitest';
import { unlikelyGapSeconds } from '../../src/bitcoin/block-gap.ts';

test('a gap of 92 minutes has a probability of one in ten thousand', () => {
  expect((unlikelyGapSeconds('mainnet', 1e-4) ?? 0) / 60).toBeCloseTo(92.1, 1);
  expect(unlikelyGapSeconds('signet', 1e-4)).toBe(unlikelyGapSeconds('mainnet', 1e-4));
});

test('a chain whose blocks are made at will has no unlikely gap', () => {
  expect(unlikelyGapSeconds('regtest', 1e-4)).toBeUndefined();
});

test('gaps drawn at random exceed it as often as the probability says', () => {
  const limit = unlikelyGapSeconds('mainnet', 0.05) ?? 0;
  // A quantile per hundredth: a deterministic sample.
  const gaps = Array.from({ length: 10_000 }, (_, index) => -600 * Math.log(1 - (index + 0.5) / 10_000));
  expect(gaps.filter((gap) => gap > limit)).toHaveLength(500);
});
