import { expect, test } from 'vitest';
import { withKeys } from '../../../../src/console/display/lists/column.ts';

test('entries of one name have keys of their own, which stay when others follow', () => {
  const keysOf = (names: string[]) => withKeys(names, (name) => name).map(({ key }) => key);
  expect(new Set(keysOf(['a', 'b', 'a'])).size).toBe(3);
  expect(keysOf(['a', 'b', 'a', 'b']).slice(0, 3)).toEqual(keysOf(['a', 'b', 'a']));
});
