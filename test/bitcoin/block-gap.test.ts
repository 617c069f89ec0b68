import { expect, test } from 'vitest';
import { unlikelyGapSeconds } from '../../src/bitcoin/block-gap.ts';

test('a gap of 92 minutes has a probability of one in ten thousand', () => {
  expect((unlikelyGapSeconds('mainnet', 1e-4) ?? 0) / 60).toBeCloseTo(92.1, 1);
  expect(unlikelyGapSeconds('signet', 1e-4)).toBe(unlikelyGapSeconds('mainnet', 1e-4));
});

test('a chain whose blocks are made at will has no unlikely gap', () => {
  expect(unlikelyGapSeconds('regtest', 1e-4)).toBeUndefined();
});
