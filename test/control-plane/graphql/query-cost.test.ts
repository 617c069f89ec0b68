import { parse } from 'graphql';
import { expect, test } from 'vitest';
import { measureDocument } from '../../../src/control-plane/graphql/plugins/query-cost.ts';
import { buildSchema } from '../../../src/control-plane/graphql/schema.ts';

const schema = buildSchema();

test.each<[string, string, { depth: number; fields: number; cost: number }]>([
  ['one value', '{ viewer { role } }', { depth: 2, fields: 2, cost: 2 }],
  ['a list of assumed length', '{ nodes { id } }', { depth: 2, fields: 2, cost: 101 }],
  ['a list of given length', '{ nodes(take: 7) { id name } }', { depth: 2, fields: 3, cost: 15 }],
  [
    'a list whose length is a variable',
    'query($n: Int) { nodes(take: $n) { id } }',
    { depth: 2, fields: 2, cost: 501 },
  ],
  ['events of a given number', '{ events(filter: { take: 7 }) { nodes { id } } }', { depth: 3, fields: 3, cost: 9 }],
  [
    'events whose filter is a variable',
    'query($f: EventFilterInput) { events(filter: $f) { nodes { id } } }',
    { depth: 3, fields: 3, cost: 502 },
  ],
  ['events with their data', '{ events { nodes { data } } }', { depth: 3, fields: 3, cost: 2002 }],
  ['a configuration', '{ node(where: { id: "x" }) { effectiveConfig { key } } }', { depth: 3, fields: 3, cost: 42 }],
  ['a short list', '{ apiKeys { id } }', { depth: 2, fields: 2, cost: 11 }],
  ['lists within lists', '{ executors(take: 2) { nodes { id } } }', { depth: 3, fields: 3, cost: 203 }],
  [
    'a fragment at two places',
    '{ a: viewer { ...F } b: viewer { ...F } } fragment F on Viewer { role }',
    {
      depth: 2,
      fields: 4,
      cost: 4,
    },
  ],
  ['an inline fragment', '{ viewer { ... on Viewer { role } } }', { depth: 2, fields: 2, cost: 2 }],
  [
    'a fragment that nothing spreads',
    '{ viewer { role } } fragment F on Query { nodes { id } }',
    {
      depth: 2,
      fields: 2,
      cost: 101,
    },
  ],
  [
    'a fragment that spreads itself',
    '{ ...F } fragment F on Query { viewer { role } ...F }',
    {
      depth: 2,
      fields: 2,
      cost: 2,
    },
  ],
  ['a fragment that does not exist', '{ ...F }', { depth: 0, fields: 0, cost: 0 }],
  ['a field that does not exist', '{ nope { nope } }', { depth: 2, fields: 2, cost: 2 }],
  [
    'introspection, however deep',
    '{ __schema { types { fields { type { ofType { name } } } } } }',
    {
      depth: 1,
      fields: 6,
      cost: 1,
    },
  ],
  [
    'two operations, of which the larger counts',
    'query A { viewer { role } } query B { nodes { id } }',
    {
      depth: 2,
      fields: 2,
      cost: 101,
    },
  ],
])('a query of %s is measured', (_what, text, measure) => {
  expect(measureDocument(schema, parse(text))).toEqual(measure);
});
