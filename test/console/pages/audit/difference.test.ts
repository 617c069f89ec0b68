import { expect, test } from 'vitest';
import { difference } from '../../../../src/console/pages/audit/difference.ts';

test.each([
  ['nothing where nothing changed', { name: 'a' }, { name: 'a' }, []],
  [
    'the fields that differ, in the order of their names',
    { name: 'a', image: null, cores: 1 },
    { name: 'b', image: null, cores: 2 },
    [
      { field: 'cores', before: '1', after: '2' },
      { field: 'name', before: 'a', after: 'b' },
    ],
  ],
  ['what was made', null, { name: 'a' }, [{ field: 'name', before: null, after: 'a' }]],
  ['what is gone', { name: 'a' }, null, [{ field: 'name', before: 'a', after: null }]],
  [
    'lists and objects as they are written',
    { labels: ['x'] },
    { labels: ['x', 'y'] },
    [{ field: 'labels', before: '["x"]', after: '["x","y"]' }],
  ],
])('the difference of an action shows %s', (_what, before, after, expected) => {
  expect(difference(before, after)).toEqual(expected);
});
