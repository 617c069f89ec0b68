import { parse } from 'graphql';
import { expect, test } from 'vitest';
import { measureDocument } from '../../../../src/control-plane/http/graphql/plugins/measure-document.ts';

test.each<[string, string, { depth: number; fields: number }]>([
  ['one value', '{ viewer { role } }', { depth: 2, fields: 2 }],
  ['lists within lists', '{ executors(take: 2) { nodes { id } } }', { depth: 3, fields: 3 }],
  [
    'a fragment at two places',
    '{ a: viewer { ...F } b: viewer { ...F } } fragment F on Viewer { role }',
    {
      depth: 2,
      fields: 4,
    },
  ],
  ['an inline fragment', '{ viewer { ... on Viewer { role } } }', { depth: 2, fields: 2 }],
  [
    'a fragment that nothing spreads',
    '{ viewer { role } } fragment F on Query { nodes { id } }',
    {
      depth: 2,
      fields: 2,
    },
  ],
  [
    'a fragment that spreads itself',
    '{ ...F } fragment F on Query { viewer { role } ...F }',
    {
      depth: 2,
      fields: 2,
    },
  ],
  ['a fragment that does not exist', '{ ...F }', { depth: 0, fields: 0 }],
  ['a field that does not exist', '{ nope { nope } }', { depth: 2, fields: 2 }],
  [
    'introspection, however deep',
    '{ __schema { types { fields { type { ofType { name } } } } } }',
    {
      depth: 1,
      fields: 6,
    },
  ],
  [
    'two operations, of which the larger counts',
    'query A { viewer { role } } query B { nodes { id } }',
    {
      depth: 2,
      fields: 2,
    },
  ],
])('a query of %s is measured', (_what, text, measure) => {
  expect(measureDocument(parse(text))).toEqual(measure);
});
