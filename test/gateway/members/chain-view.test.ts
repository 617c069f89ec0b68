import { expect, test } from 'vitest';
import type { BranchVerdict } from '../../../src/gateway/config.ts';
import { ChainView } from '../../../src/gateway/members/chain-view.ts';

const [fork, pinned] = ['b', 'c'].map((digit) => digit.repeat(64)) as [string, string];
const verdict = (facts: Partial<BranchVerdict>): BranchVerdict => ({
  ...{ asOf: '2026-11-30T12:00:00Z', verdict: 'split', losing: [fork], ...facts },
});

/** Whether other blocks decide after a second verdict. */
function isChanged(first: Partial<BranchVerdict>, second: Partial<BranchVerdict>): boolean {
  const view = new ChainView('regtest');
  view.setVerdict(verdict(first));
  const before = view.decisive;
  view.setVerdict(verdict(second));
  return view.decisive !== before;
}

test.each<[string, boolean, Partial<BranchVerdict>, Partial<BranchVerdict>]>([
  ['another losing block', true, {}, { losing: [pinned] }],
  ['another order of the losing blocks', false, { losing: [fork, pinned] }, { losing: [pinned, fork] }],
  ['another time', false, {}, { asOf: '2026-11-30T13:00:00Z' }],
  ['a pinned block while a branch leads', false, {}, { pinned }],
  ['a pinned block of an even split', true, { verdict: 'even', losing: [] }, { verdict: 'even', losing: [], pinned }],
])('a verdict with %s changes what decides: %s', (_, changes, first, second) => {
  expect(isChanged(first, second)).toBe(changes);
});
