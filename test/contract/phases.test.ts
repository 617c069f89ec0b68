import { expect, test } from 'vitest';
import { isAnswering, phases, traitsOf } from '../../src/contract/phases.ts';

test('a daemon that answers is up, and only such a node is shown as good', () => {
  for (const phase of phases) {
    const { answers, isUp, tone } = traitsOf(phase) ?? {};
    if (answers) expect([phase, isUp]).toEqual([phase, true]);
    if (tone === 'good') expect([phase, answers]).toEqual([phase, true]);
  }
});

test.each(['a phase of a later version', null, undefined])('nothing is assumed of %s', (phase) => {
  expect(traitsOf(String(phase))).toBeUndefined();
  expect(isAnswering(phase as null)).toBe(false);
});
