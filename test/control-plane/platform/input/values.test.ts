import { PgDialect, pgTable, text } from 'drizzle-orm/pg-core';
import { Kind } from 'graphql';
import { expect, test } from 'vitest';
import { buildSecret } from '../../../../src/control-plane/people/accounts/secret.ts';
import { connectionOf, cursorPageOf } from '../../../../src/control-plane/platform/input/connection.ts';
import { buildCursors } from '../../../../src/control-plane/platform/input/cursors.ts';
import { orderOf, pageOf } from '../../../../src/control-plane/platform/input/pages.ts';
import { isUuid, readInstant, scalarResolvers } from '../../../../src/control-plane/platform/input/scalars.ts';

test.each([
  ['2026-01-31T12:00Z', '2026-01-31T12:00:00.000Z'],
  ['2026-01-31T12:00:00.123456+02:00', '2026-01-31T10:00:00.123Z'],
  ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
  ['0000-12-31T23:59:59Z', undefined],
  ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ['9999-12-31T23:59:59-10:00', undefined],
  ['2026-01-31T12:00:00', undefined],
  ['2025-02-29T00:00:00Z', undefined],
  ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
  ['2026-01-31T24:00:00Z', undefined],
  ['2026-13-01T12:00:00Z', undefined],
  ['2026-01-31', undefined],
  [1_700_000_000_000, undefined],
])('the value %j is read as the instant %j', (value, instant) => {
  expect(readInstant(value)).toBe(instant);
});

test('the scalar DateTime takes instants from variables and query', () => {
  const { DateTime } = scalarResolvers;
  expect(DateTime.parseValue('2026-01-31T12:00:00Z')).toBe('2026-01-31T12:00:00.000Z');
  expect(DateTime.parseLiteral({ kind: Kind.STRING, value: '2026-01-31T12:00:00Z' })).toBe('2026-01-31T12:00:00.000Z');
  expect(DateTime.serialize(new Date(0))).toBe('1970-01-01T00:00:00.000Z');
  expect(() => DateTime.parseLiteral({ kind: Kind.INT, value: '1' })).toThrow('must be an ISO 8601 instant');
});

test('a text is a UUID in its whole length, in any case', () => {
  const uuid = 'ABCDEF00-0000-4000-8000-000000000000';
  const texts = [uuid, uuid.toLowerCase(), uuid.slice(1), `${uuid} `, ''];
  expect(texts.map(isUuid)).toEqual([true, true, false, false, false]);
});

test('a page that is faulty is refused with every fault and its path', () => {
  expect(pageOf({ take: null, skip: null })).toEqual({ take: 100, skip: 0 });
  expect(pageOf({ take: 500, skip: 7 })).toEqual({ take: 500, skip: 7 });
  expect(() => pageOf({ take: 501 })).toThrow('take: must be from 1 to 500');
  expect(() => pageOf({ take: 0, skip: -1 }, { within: ['filter'] })).toThrow(
    'filter.take: must be from 1 to 500; filter.skip: must not be negative',
  );
});

test('an order names columns, and at most ten fields', () => {
  const thing = pgTable('thing', { name: text('name'), kind: text('kind') });
  const order = (orderBy: { name?: 'asc' | 'desc' | null; kind?: 'asc' | 'desc' | null }[] | null) =>
    orderOf(orderBy, thing).map((sql) => new PgDialect().sqlToQuery(sql).sql);
  expect(order([{ kind: 'desc' }, { name: 'asc', kind: null }])).toEqual(['"thing"."kind" desc', '"thing"."name" asc']);
  expect(order(null)).toEqual([]);
  expect(() => order(Array.from({ length: 11 }, () => ({ name: 'asc' as const })))).toThrow('at most 10 fields');
});

const cursors = buildCursors(buildSecret('of all replicas'));
const list = cursors.of('event', 'acme');

test('a cursor leads back to its position, also on another replica and after a restart', () => {
  const replica = buildCursors(buildSecret('of all replicas')).of('event', 'acme');
  for (const [sequence, key] of [
    [1, undefined],
    [999_999_999_999_999, 0],
    [7, Date.parse('0001-01-01T00:00:00Z')],
    [7, Date.parse('9999-12-31T23:59:59.999Z')],
  ] as const) {
    const position = key === undefined ? [sequence] : [sequence, key];
    const cursor = list.write(position);
    expect(replica.write(position)).toBe(cursor);
    expect(cursorPageOf(replica, { cursor })).toMatchObject(
      key === undefined ? { after: sequence } : { after: sequence, afterKey: key },
    );
  }
});

test('refuses a changed cursor, or one of another list or organization', () => {
  const changed = Buffer.from(list.write([1]), 'base64url');
  changed[20] = (changed[20] ?? 0) ^ 1;
  const foreign = [
    cursors.of('audit', 'acme').write([1]),
    cursors.of('event', 'other').write([1]),
    buildCursors(buildSecret('of others')).of('event', 'acme').write([1]),
    changed.toString('base64url'),
  ];
  for (const cursor of ['', 'nonsense', Buffer.from('event:1').toString('base64url'), ...foreign])
    expect(() => cursorPageOf(list, { cursor })).toThrow('filter.cursor: must be the cursor of an edge of this list');
});

test('a page begins at the newest entry and has 50 entries unless asked otherwise', () => {
  expect(cursorPageOf(list, null)).toEqual({ take: 50, newer: false, cursor: null, after: undefined });
});

test('a connection has the requested entries with cursors, and whether more follow', () => {
  const rows = [9, 8, 7].map((sequence) => ({ sequence }));
  const page = { take: 2, newer: false, cursor: null, after: undefined };
  const { edges, nodes, pageInfo } = connectionOf(list, page, rows, ({ sequence }) => sequence);
  const [startCursor, endCursor] = [list.write([9]), list.write([8])];
  expect(nodes).toEqual([9, 8]);
  expect(edges.map(({ cursor }) => cursor)).toEqual([startCursor, endCursor]);
  expect(pageInfo).toEqual({ startCursor, endCursor, hasNextPage: true, hasPreviousPage: false });
  const cursor = list.write([7]);
  expect(connectionOf(list, { ...page, cursor, after: 7 }, [], () => null).pageInfo).toEqual({
    ...{ startCursor: null, endCursor: null, hasNextPage: false, hasPreviousPage: true },
  });
});
