import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getIntrospectionQuery, Kind, parse } from 'graphql';
import { expect, test } from 'vitest';
import {
  checkQuery,
  checkText,
  documentCache,
  measureDocument,
} from '../../../../src/control-plane/http/graphql/plugins/query-limits.ts';

const within = (levels: number, inner = 'id') =>
  `${'executor { nodes { '.repeat(levels)} ${inner} ${'} } '.repeat(levels)}`;

test.each([
  ['longer than 32 KiB, a comment included', `{ viewer { role } } #${'x'.repeat(33_000)}`, 'longer than 32 KiB'],
  ['of very many values', `{ nodes(where: { OR: [${'{},'.repeat(5000)}] }) { id } }`, 'more than 4000 tokens'],
  ['of fields nested so deep that parsing it would exhaust the stack', '{a'.repeat(1900), 'nested deeper than 100'],
  ['of values nested as deep', `{nodes(where:${'['.repeat(3900)}`, 'nested deeper than 100'],
])('a query %s is refused before it is parsed', (_what, text, message) => {
  expect(() => checkText(text)).toThrow(message);
});

test('a query that is deep or wide through fragments is refused', () => {
  const deep = `{ nodes { ...A } } fragment A on Node { ${within(3, '...B')} } fragment B on Node { ${within(3)} }`;
  expect(() => checkQuery(parse(deep))).toThrow('deeper than 12 levels');
  const doubling = Array.from({ length: 40 }, (_, i) => `fragment F${i} on Query { ...F${i + 1} ...F${i + 1} }`);
  const wide = `{ ...F0 } ${doubling.join(' ')} fragment F40 on Query { viewer { role } }`;
  expect(() => checkQuery(parse(wide))).toThrow('more than 400 fields');
});

test.each([
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
  for (const operation of operations) checkQuery({ kind: Kind.DOCUMENT, definitions: [operation, ...fragments] });
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

test.each<[what: string, text: string, depth: number, fields: number]>([
  ['a fragment at two places', '{ a: viewer { ...F } b: viewer { ...F } } fragment F on Viewer { role }', 2, 4],
  ['an inline fragment', '{ viewer { ... on Viewer { role } } }', 2, 2],
  ['a fragment that nothing spreads', '{ viewer { role } } fragment F on Query { nodes { id } }', 2, 2],
  ['a fragment that spreads itself', '{ ...F } fragment F on Query { viewer { role } ...F }', 2, 2],
  ['a field that does not exist', '{ nope { nope } }', 2, 2],
  ['introspection, however deep', '{ __schema { types { fields { type { ofType { name } } } } } }', 1, 6],
  ['two operations, of which the larger counts', 'query A { viewer { role } } query B { nodes { id } }', 2, 2],
])('a query of %s is measured', (_what, text, depth, fields) => {
  expect(measureDocument(parse(text))).toEqual({ depth, fields });
});
