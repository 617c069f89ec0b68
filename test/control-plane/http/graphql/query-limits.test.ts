import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getIntrospectionQuery, Kind, parse } from 'graphql';
import { expect, test } from 'vitest';
import { measureDocument } from '../../../../src/control-plane/http/graphql/plugins/measure-document.ts';
import {
  checkNesting,
  checkQuery,
  checkText,
  documentCache,
} from '../../../../src/control-plane/http/graphql/plugins/query-limits.ts';

const within = (levels: number) => `${'executor { nodes { '.repeat(levels)} id ${'} } '.repeat(levels)}`;

test.each([
  ['longer than 32 KiB, a comment included', `{ viewer { role } } #${'x'.repeat(33_000)}`, 'longer than 32 KiB'],
  ['of very many fields', `{ ${'a '.repeat(5000)} }`, 'more than 4000 tokens'],
  ['of very many values', `{ nodes(where: { OR: [${'{},'.repeat(5000)}] }) { id } }`, 'more than 4000 tokens'],
  ['of fields nested so deep that parsing it would exhaust the stack', '{a'.repeat(1900), 'nested deeper than 100'],
  ['of values nested as deep', `{nodes(where:${'['.repeat(3900)}`, 'nested deeper than 100'],
])('a query %s is refused before it is parsed', (_what, text, message) => {
  expect(() => checkText(text)).toThrow(message);
});

test.each([
  ['is deep', `{ nodes(take: 1) { ${within(6)} } }`, 'deeper than 12 levels'],
  [
    'is deep through fragments',
    `{ nodes(take: 1) { ...A } } fragment A on Node { ${'executor { nodes { '.repeat(3)} ...B ${'} } '.repeat(3)} } fragment B on Node { ${within(3)} }`,
    'deeper than 12 levels',
  ],
  ['is wide', `{ ${'viewer { role } '.repeat(200)} }`, 'more than 300 fields'],
  [
    'is wide through fragments that double',
    `{ ...F0 } ${Array.from({ length: 40 }, (_, i) => `fragment F${i} on Query { ...F${i + 1} ...F${i + 1} }`).join(' ')} fragment F40 on Query { viewer { role } }`,
    'more than 300 fields',
  ],
])('a query that %s is refused', (_what, text, message) => {
  expect(() => checkQuery(parse(text))).toThrow(message);
});

test.each([
  [
    'everything of a node',
    '{ nodes(take: 500) { id name executor { name } effectiveConfig { key value origin note } status { phase } } }',
  ],
  [
    'the executors with their nodes',
    '{ executors { id name status nodes { id name overrides { key value } status { phase reason } } } }',
  ],
  [
    'fragments in a circle, which validation names',
    '{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }',
  ],
  ['the schema, deep as that is', getIntrospectionQuery()],
])('a query for %s is accepted', (_what, text) => {
  checkText(text);
  checkQuery(parse(text));
});

test('every query of the command line and of the agent is accepted', () => {
  const folder = join(import.meta.dirname, '../../../../src/contract');
  const texts = globSync('*.graphql', { cwd: folder }).map((name) => parse(readFileSync(join(folder, name), 'utf8')));
  const definitions = texts.flatMap((document) => document.definitions);
  const fragments = definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION);
  const operations = definitions.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION);
  expect(operations.length).toBeGreaterThan(10);
  for (const operation of operations) {
    checkQuery({ kind: Kind.DOCUMENT, definitions: [operation, ...fragments] });
  }
});

test('variables are accepted 50 levels deep and no deeper', () => {
  const nested = (levels: number) => JSON.parse(`${'{"NOT":['.repeat(levels)}${']}'.repeat(levels)}`) as unknown;
  expect(() => checkNesting(nested(25))).not.toThrow();
  expect(() => checkNesting(nested(26))).toThrow('deeper than 50');
  expect(() => checkNesting(nested(100_000))).toThrow('deeper than 50');
});

test('the document cache keeps the hundred documents used last, and no long one', () => {
  const documents = documentCache();
  const texts = Array.from({ length: 101 }, (_, index) => `{ viewer { role } } # ${index}`);
  const [first = '', second = '', ...rest] = texts;
  documents.set(first, parse(first));
  documents.set(second, parse(second));
  expect(documents.get(first)).toBeDefined();
  for (const text of rest) documents.set(text, parse(text));
  expect(documents.get(first)).toBeDefined();
  expect(documents.get(second)).toBeUndefined();
  const long = `{ viewer { role } } # ${'x'.repeat(5000)}`;
  documents.set(long, parse(long));
  expect(documents.get(long)).toBeUndefined();
});

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
