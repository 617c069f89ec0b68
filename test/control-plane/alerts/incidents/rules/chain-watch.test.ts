import { expect, test } from 'vitest';
import { watchChain } from '../../../../../src/control-plane/alerts/incidents/rules/compare-chains.ts';
import { ago, now, sample, watch } from '../../../../harness/facts.ts';

test('the first sample begins the watch', () => {
  const begun = watchChain(null, sample({ at: now }));
  expect(begun).toMatchObject({ bestBlockHash: 'tip', tipSince: now.getTime(), progressSince: now.getTime() });
});

test('a sample with the same tip changes nothing', () => {
  const before = watch();
  expect(watchChain(before, sample({ at: now }))).toBe(before);
});

test('new headers are progress, and leave the tip as old as it is', () => {
  const before = watch();
  const after = watchChain(before, sample({ at: now, headers: 900_005 }));
  expect(after).toMatchObject({ tipSince: before.tipSince, progressSince: now.getTime(), tips: before.tips });
});

test('a new tip begins anew, and the former ones are kept', () => {
  const after = watchChain(watch(), sample({ at: ago(1), height: 900_001, headers: 900_001, bestBlockHash: 'next' }));
  expect(after.tipSince).toBe(ago(1).getTime());
  expect(after.tips).toEqual([
    { height: 900_000, hash: 'tip' },
    { height: 900_001, hash: 'next' },
  ]);
});

test('a tip on another branch replaces those that it leaves', () => {
  const before = watch({
    tips: [
      { height: 899_999, hash: 'a' },
      { height: 900_000, hash: 'b' },
    ],
  });
  expect(watchChain(before, sample({ bestBlockHash: 'c' })).tips).toEqual([
    { height: 899_999, hash: 'a' },
    { height: 900_000, hash: 'c' },
  ]);
});

test('only the latest tips are kept', () => {
  let known = watch();
  for (let height = 900_001; height < 900_100; height++) {
    known = watchChain(known, sample({ height, headers: height, bestBlockHash: `tip-${height}` }));
  }
  expect(known.tips).toHaveLength(12);
  expect(known.tips.at(-1)?.height).toBe(900_099);
});
