import { expect, test } from 'vitest';
import { difference } from '../../../../src/console/pages/audit/difference.ts';

test.each([
  ['nothing where nothing changed', { name: 'a' }, { name: 'a' }, []],
  ['the fields that differ, by name', { b: 'x', c: null, a: 1 }, { b: 'y', c: null, a: 2 }, ['a: 1 → 2', 'b: x → y']],
  ['what was made', null, { name: 'a' }, ['name: null → a']],
  ['what is gone', { name: 'a' }, null, ['name: a → null']],
  ['lists and objects as they are written', { a: ['x'] }, { a: ['x', 'y'] }, ['a: ["x"] → ["x","y"]']],
])('the difference of an action shows %s', (_what, from, to, expected) => {
  expect(difference(from, to).map(({ field, before, after }) => `${field}: ${before} → ${after}`)).toEqual(expected);
});
