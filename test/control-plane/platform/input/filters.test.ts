import { integer, PgDialect, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';
import type { IntFilter } from '../../../../src/contract/types.generated.ts';
import {
  idFilter,
  instantFilter,
  stringFilter,
  valueFilter,
  whereOf,
} from '../../../../src/control-plane/platform/input/filters.ts';

const thing = pgTable('thing', {
  id: uuid('id'),
  name: text('name'),
  size: integer('size'),
  createdAt: timestamp('created_at'),
});

const uuidText = '0a000000-0000-4000-8000-000000000000';

interface ThingWhere {
  name?: Parameters<ReturnType<typeof stringFilter>>[0] | null;
  id?: Parameters<ReturnType<typeof idFilter>>[0] | null;
  size?: IntFilter | null;
  createdAt?: Parameters<ReturnType<typeof instantFilter>>[0] | null;
  AND?: ThingWhere[] | null;
  OR?: ThingWhere[] | null;
  NOT?: ThingWhere[] | null;
}

/** Returns the condition as the database gets it, with the parameters in their places. */
function condition(where: ThingWhere | null): string | undefined {
  const sql = whereOf(where, {
    id: idFilter(thing.id),
    name: stringFilter(thing.name),
    size: valueFilter(thing.size),
    createdAt: instantFilter(thing.createdAt),
  });
  if (sql === undefined) return undefined;
  const { sql: statement, params } = new PgDialect().sqlToQuery(sql);
  return statement
    .replaceAll('"thing".', '')
    .replaceAll('"', '')
    .replace(/\$(\d+)/g, (_match, number) => `'${params[Number(number) - 1]}'`);
}

test.each<[string, ThingWhere | null, string | undefined]>([
  ['no filter', null, undefined],
  ['fields that are null', { name: null, createdAt: null }, undefined],
  ['an exact text', { name: { equals: 'a' } }, "name::text = 'a'"],
  ['a text of any case', { name: { equals: 'A', mode: 'insensitive' } }, "lower(name::text) = 'a'"],
  ['a list of texts', { name: { in: ['a', 'b'] } }, "name::text in ('a', 'b')"],
  ['an empty list of texts', { name: { in: [] } }, 'false'],
  ['texts to leave out', { name: { notIn: ['a'] } }, "name::text not in ('a')"],
  ['no texts to leave out', { name: { notIn: [] } }, undefined],
  [
    'the beginning of a text of any case',
    { name: { startsWith: 'A', mode: 'insensitive' } },
    "lower(name::text) like 'a%'",
  ],
  ['the end of a text', { name: { endsWith: 'a' } }, "name::text like '%a'"],
  ['letters that are special in a pattern', { name: { contains: '50%_\\' } }, "name::text like '%50\\%\\_\\\\%'"],
  ['a range of texts', { name: { gte: 'a', lt: 'b' } }, "(name::text < 'b' and name::text >= 'a')"],
  [
    'a negation in its mode',
    { name: { mode: 'insensitive', not: { contains: 'A' } } },
    "not lower(name::text) like '%a%'",
  ],
  ['another mode', { name: { mode: 'insensitive', not: { equals: 'A', mode: 'default' } } }, "not name::text = 'A'"],
  ['a range of numbers', { size: { gt: 0, lte: 9, notIn: [5] } }, "(size not in ('5') and size <= '9' and size > '0')"],
  ['an id', { id: { equals: uuidText } }, `id in ('${uuidText}')`],
  ['texts of which one is an id', { id: { in: [uuidText, 'x', uuidText.toUpperCase()] } }, `id in ('${uuidText}')`],
  ['a text that is no id', { id: { equals: 'x' } }, 'false'],
  ['the beginning of an id', { id: { startsWith: '0a' } }, "id::text like '0a%'"],
  [
    'instants that must not match',
    { createdAt: { not: { in: ['2026-01-01T01:00:00+01:00'] } } },
    "not date_trunc('milliseconds', created_at) in ('2026-01-01T00:00:00.000Z')",
  ],
  [
    'a range of instants',
    { createdAt: { gt: '2026-01-01T00:00:00Z', lte: '2026-02-01T00:00:00Z' } },
    "(date_trunc('milliseconds', created_at) <= '2026-02-01T00:00:00.000Z' and date_trunc('milliseconds', created_at) > '2026-01-01T00:00:00.000Z')",
  ],
  ['alternatives', { OR: [{ name: { equals: 'a' } }, { size: { equals: 1 } }] }, "(name::text = 'a' or size = '1')"],
  ['no alternatives beside a condition', { name: { equals: 'a' }, OR: [] }, "(name::text = 'a' and false)"],
  ['nothing that must hold or not', { AND: [], NOT: [] }, undefined],
  ['an alternative that is always true', { OR: [{ name: { equals: 'a' } }, {}] }, "(name::text = 'a' or true)"],
  ['a negation of everything', { NOT: [{}] }, 'not true'],
  ['nesting', { size: { equals: 1 }, AND: [{ NOT: [{ size: { equals: 2 } }] }] }, "(size = '1' and not size = '2')"],
])('a filter with %s becomes a condition of the database', (_what, where, expected) => {
  expect(condition(where)).toBe(expected);
});

test('a filter with more than 1000 values is refused', () => {
  const values = (count: number) => ({ name: { in: Array.from({ length: count }, String) } });
  expect(() => condition(values(1000))).not.toThrow();
  expect(() => condition(values(1001))).toThrow('where: must have at most 1000 values');
  const empty = { AND: Array.from({ length: 1000 }, () => ({})) };
  expect(() => condition(empty)).toThrow('where: must have at most 1000 conditions');
});

test('conditions that nest too deeply are refused', () => {
  const nested = (levels: number): ThingWhere => (levels === 0 ? {} : { AND: [nested(levels - 1)] });
  expect(() => condition(nested(10))).not.toThrow();
  expect(() => condition(nested(11))).toThrow('where: must nest at most 20 levels');
});
