import { expect, test } from 'vitest';
import { gapOfTenYears, unlikelyGapSeconds } from '../../src/bitcoin/network.ts';
import { randomOf } from '../harness/random.ts';

const blocksInTenYears = (10 * 365.25 * 86_400) / 600;

test('mainnet has a gap of 132 minutes once in ten years', () => {
  expect(Math.round((unlikelyGapSeconds('mainnet', gapOfTenYears) ?? 0) / 60)).toBe(132);
  expect(gapOfTenYears * blocksInTenYears).toBeCloseTo(1, 1);
});

test('a thousand simulated years have a hundred such gaps', () => {
  const random = randomOf(42);
  const limit = unlikelyGapSeconds('mainnet', gapOfTenYears) ?? 0;
  let gaps = 0;
  for (let block = 0; block < 100 * blocksInTenYears; block += 1) if (-600 * Math.log(1 - random()) >= limit) gaps += 1;
  expect(gaps).toBeGreaterThan(70);
  expect(gaps).toBeLessThan(130);
});
