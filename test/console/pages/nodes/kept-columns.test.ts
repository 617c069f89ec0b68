import { expect, test } from 'vitest';
import { isColumnShown, readKept } from '../../../../src/console/pages/nodes/kept-columns.ts';

test.each([
  ['what a person chose', '{"peers":false,"nodeType":true}', { peers: false, nodeType: true }],
  ['nothing', undefined, {}],
  ['no JSON', '{', {}],
  ['another shape', '[1]', {}],
  ['null', 'null', {}],
  ['values that are none', '{"peers":"no","height":false}', { height: false }],
])('reads %s', (_what, text, kept) => {
  expect(readKept(text)).toEqual(kept);
});

test('a column is as it is by default, until somebody chose', () => {
  expect(isColumnShown({}, { id: 'peers' })).toBe(true);
  expect(isColumnShown({}, { id: 'nodeType', isExtra: true })).toBe(false);
  expect(isColumnShown({ nodeType: true }, { id: 'nodeType', isExtra: true })).toBe(true);
  expect(isColumnShown({ peers: false }, { id: 'peers' })).toBe(false);
});
