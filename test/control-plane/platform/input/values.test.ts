import { PgDialect, pgTable, text } from 'drizzle-orm/pg-core';
import { Kind } from 'graphql';
import { describe, expect, test } from 'vitest';
import { unstorableTexts } from '../../../../src/control-plane/http/graphql/schema.ts';
import {
  type CursorPage,
  connectionOf,
  cursorOf,
  cursorPageOf,
} from '../../../../src/control-plane/platform/input/connection.ts';
import { orderOf, pageOf } from '../../../../src/control-plane/platform/input/pages.ts';
import { isUuid, readInstant, scalarResolvers } from '../../../../src/control-plane/platform/input/scalars.ts';

test.each([
  ['2026-01-31T12:00:00Z', '2026-01-31T12:00:00.000Z'],
  ['2026-01-31T12:00Z', '2026-01-31T12:00:00.000Z'],
  ['2026-01-31T12:00:00.123456+02:00', '2026-01-31T10:00:00.123Z'],
  ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
  ['0000-12-31T23:59:59Z', undefined],
  ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ['9999-12-31T23:59:59-10:00', undefined],
  ['2026-02-31T12:00:00', undefined],
  ['2026-02-30T00:00:00Z', undefined],
  ['2025-02-29T00:00:00Z', undefined],
  ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
  ['2026-01-31T24:00:00Z', undefined],
  ['2026-13-01T12:00:00Z', undefined],
  ['2026-01-31', undefined],
  ['yesterday', undefined],
  [1_700_000_000_000, undefined],
  [null, undefined],
])('the value %j is read as the instant %j', (value, instant) => {
  expect(readInstant(value)).toBe(instant);
});

test('the scalar DateTime takes instants from variables and from the query, and shows a Date', () => {
  const { DateTime } = scalarResolvers;
  expect(DateTime.parseValue('2026-01-31T12:00:00Z')).toBe('2026-01-31T12:00:00.000Z');
  expect(DateTime.parseLiteral({ kind: Kind.STRING, value: '2026-01-31T12:00:00Z' })).toBe('2026-01-31T12:00:00.000Z');
  expect(DateTime.serialize(new Date(0))).toBe('1970-01-01T00:00:00.000Z');
  expect(() => DateTime.parseLiteral({ kind: Kind.INT, value: '1' })).toThrow('must be an ISO 8601 instant');
});

test.each([
  ['00000000-0000-4000-8000-000000000000', true],
  ['ABCDEF00-0000-4000-8000-000000000000', true],
  ['00000000-0000-4000-8000-00000000000', false],
  ['00000000-0000-4000-8000-000000000000 ', false],
  ['no-uuid', false],
  ['', false],
])('the text %j is a UUID: %j', (value, expected) => {
  expect(isUuid(value)).toBe(expected);
});

test.each([
  ['neither', {}, { take: 100, skip: 0 }],
  ['nulls', { take: null, skip: null }, { take: 100, skip: 0 }],
  ['the smallest page', { take: 1, skip: 0 }, { take: 1, skip: 0 }],
  ['the largest page', { take: 500, skip: 7 }, { take: 500, skip: 7 }],
])('a page is read from %s', (_what, input, page) => {
  expect(pageOf(input)).toEqual(page);
});

test.each([
  [{ take: 0 }, 'take: must be from 1 to 500'],
  [{ take: 501 }, 'take: must be from 1 to 500'],
  [{ skip: -1 }, 'skip: must not be negative'],
  [{ take: -1, skip: -1 }, 'take: must be from 1 to 500; skip: must not be negative'],
])('the page %j is refused with every fault', (input, message) => {
  expect(() => pageOf(input)).toThrow(message);
});

test('a fault of a page that lies within an argument is named there', () => {
  expect(() => pageOf({ take: 0 }, { within: ['filter'] })).toThrow('filter.take: must be from 1 to 500');
});

test('an order names columns, and at most ten fields', () => {
  const thing = pgTable('thing', { name: text('name'), kind: text('kind') });
  const order = (orderBy: { name?: 'asc' | 'desc' | null; kind?: 'asc' | 'desc' | null }[] | null) =>
    orderOf(orderBy, thing).map((sql) => new PgDialect().sqlToQuery(sql).sql);
  expect(order([{ kind: 'desc' }, { name: 'asc', kind: null }])).toEqual(['"thing"."kind" desc', '"thing"."name" asc']);
  expect(order(null)).toEqual([]);
  expect(() => order(Array.from({ length: 11 }, () => ({ name: 'asc' as const })))).toThrow('at most 10 fields');
});

test.each<[unknown, string[]]>([
  ['whole \u{1f600}', []],
  ['nul \0', ['']],
  [{ a: { b: ['good', 'half \ud800'] }, c: '\0' }, ['a.b.1', 'c']],
  [[null, 7, true, undefined], []],
])('of %j, the texts that no database can hold are at %j', (value, paths) => {
  expect(unstorableTexts(value).map(({ path }) => path.join('.'))).toEqual(paths);
});

const numbers = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({ sequence: from - index }));
const page = (input: Partial<CursorPage>): CursorPage => ({
  ...{ take: 2, newer: false, cursor: null, after: undefined },
  ...input,
});

describe('a cursor', () => {
  test.each([1, 42, 999_999_999_999_999])('of the sequence %d leads back to it', (sequence) => {
    expect(cursorPageOf('event', { cursor: cursorOf('event', sequence) }).after).toBe(sequence);
  });

  test.each(['', 'nonsense', cursorOf('audit', 1), Buffer.from('event:').toString('base64url'), cursorOf('event', -1)])(
    'that no earlier page of the list gave is refused: %j',
    (cursor) => {
      expect(() => cursorPageOf('event', { cursor })).toThrow(
        'filter.cursor: must be the endCursor of an earlier page',
      );
    },
  );
});

test('a page begins at the newest entry and has 50 entries unless asked otherwise', () => {
  expect(cursorPageOf('event', null)).toEqual({ take: 50, newer: false, cursor: null, after: undefined });
});

test('a page that is too large is refused with the path to its size', () => {
  expect(() => cursorPageOf('event', { take: 501 }, ['where'])).toThrow('where.take: must be from 1 to 500');
});

describe('a connection', () => {
  test('holds as many entries as asked for, each with its cursor, and says that there are more', () => {
    const { edges, nodes, pageInfo } = connectionOf('event', page({}), numbers(9, 3), ({ sequence }) => sequence);
    expect(nodes).toEqual([9, 8]);
    expect(edges).toEqual([
      { cursor: cursorOf('event', 9), node: 9 },
      { cursor: cursorOf('event', 8), node: 8 },
    ]);
    expect(pageInfo).toEqual({
      startCursor: cursorOf('event', 9),
      endCursor: cursorOf('event', 8),
      hasNextPage: true,
      hasPreviousPage: false,
    });
  });

  test('that is empty has the cursor that was asked for, so that whoever reads on does not begin anew', () => {
    const cursor = cursorOf('event', 7);
    const { pageInfo } = connectionOf('event', page({ cursor, after: 7 }), [], () => null);
    expect(pageInfo).toEqual({ startCursor: cursor, endCursor: cursor, hasNextPage: false, hasPreviousPage: true });
  });
});
