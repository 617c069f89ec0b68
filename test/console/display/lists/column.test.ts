import { expect, test } from 'vitest';
import { type Column, tracksOf, withKeys } from '../../../../src/console/display/lists/column.ts';

const column = (id: string, more: Partial<Column<null>> = {}): Column<null> => ({
  ...{ id, label: id, cell: () => null },
  ...more,
});
const name = column('name', { leads: true, width: 'minmax(0, 2fr)' });
const state = column('state', { width: '96px' });
const acts = column('acts', { width: '36px', hidesLabel: true });

test('a wide row has the widths that its columns ask for', () => {
  expect(tracksOf([name, state, acts], true)).toBe('minmax(0, 2fr) 96px 36px');
});

test('in a narrow row, what may be done with it stands at the end', () => {
  expect(tracksOf([name, state, acts], false)).toBe('minmax(96px, 1fr) 36px');
});

test('in a narrow row without a column that asks for more, what is left stays empty', () => {
  expect(tracksOf([name, state], false)).toBe('96px minmax(0, 1fr)');
  expect(tracksOf([name, acts], false)).toBe('36px minmax(0, 1fr)');
});

test('entries of one name have keys of their own, which stay when others follow', () => {
  const keysOf = (names: string[]) => withKeys(names, (name) => name).map(({ key }) => key);
  expect(new Set(keysOf(['a', 'b', 'a'])).size).toBe(3);
  expect(keysOf(['a', 'b', 'a', 'b']).slice(0, 3)).toEqual(keysOf(['a', 'b', 'a']));
});
