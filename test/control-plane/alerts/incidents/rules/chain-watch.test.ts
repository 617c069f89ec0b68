import { expect, test } from 'vitest';
import { watchChain } from '../../../../../src/control-plane/alerts/incidents/rules/compare-chains.ts';
import { ago, now, sample, watch } from '../../../../harness/facts.ts';

test('starts with the first sample; the same tip is no change, headers are progress', () => {
  const begun = watchChain(null, sample({ at: now }));
  expect(begun).toMatchObject({ bestBlockHash: 'tip', tipSince: now.getTime(), progressSince: now.getTime() });
  const before = watch();
  expect(watchChain(before, sample({ at: now }))).toBe(before);
  const { tipSince, tips } = before;
  const after = watchChain(before, sample({ at: now, headers: 900_005 }));
  expect(after).toMatchObject({ tipSince, tips, progressSince: now.getTime() });
});

test('a new tip has its own age, and the latest ones before it are kept', () => {
  let known = watch();
  for (let height = 900_001; height < 900_100; height++) {
    const at = ago(900_100 - height);
    known = watchChain(known, sample({ at, height, headers: height, bestBlockHash: `tip-${height}` }));
  }
  expect(known.tipSince).toBe(ago(1).getTime());
  expect(known.tips).toHaveLength(12);
  expect(known.tips.at(-1)).toEqual({ height: 900_099, hash: 'tip-900099' });
});

test('a tip on another branch replaces those that it leaves', () => {
  const base = { height: 899_999, hash: 'a' };
  const before = watch({ tips: [base, { height: 900_000, hash: 'b' }] });
  const { tips } = watchChain(before, sample({ bestBlockHash: 'c' }));
  expect(tips).toEqual([base, { height: 900_000, hash: 'c' }]);
});
