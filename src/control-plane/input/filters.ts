import {
  and,
  type Column,
  eq,
  gt,
  gte,
  ilike,
  inArray,
  like,
  lt,
  lte,
  not,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { DateTimeFilter, StringFilter } from '../../contract/types.generated.ts';
import { type Issue, invalidInput } from './errors.ts';

/** Translates a condition of the API into one of the database; returns undefined for an empty condition. */
export type Translate<T> = (filter: T) => SQL | undefined;

/** The parts that every `…WhereInput` has besides its fields. */
interface Combination<W> {
  AND?: W[] | null;
  OR?: W[] | null;
  NOT?: W[] | null;
}

/** How each field of a `…WhereInput` is translated. */
type Fields<W> = { [K in Exclude<keyof W, keyof Combination<W>>]-?: Translate<NonNullable<W[K]>> };

const maxValues = 1000;

/** The parts of the filters of single fields that compare with a value. */
const comparisons: ReadonlySet<string> = new Set([
  ...['equals', 'in', 'notIn', 'contains', 'startsWith', 'endsWith', 'not'],
  ...['lt', 'lte', 'gt', 'gte'],
]);

/**
 * Translates a `…WhereInput`: all its fields must hold, and AND, OR and NOT nest. Throws `invalid_input` for too many values, and for a
 * comparison with null.
 */
export function whereOf<W extends Combination<W>>(where: W | null | undefined, fields: Fields<W>): SQL | undefined {
  if (countValues(where) > maxValues) {
    throw invalidInput([{ path: ['where'], message: `may hold at most ${maxValues} values` }]);
  }
  const issues = comparisonsWithNull(where, ['where']);
  if (issues.length > 0) throw invalidInput(issues);
  return conditionOf(where, fields);
}

/** No row holds null where a filter could look for it; a script that sends it has lost its value, and must not act on everything. */
function comparisonsWithNull(value: unknown, path: readonly (string | number)[]): Issue[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    inner === null && comparisons.has(key)
      ? [{ path: [...path, key], message: 'must not be null; leave it out to set no condition' }]
      : comparisonsWithNull(inner, [...path, Array.isArray(value) ? Number(key) : key]),
  );
}

/** Each value becomes a part of the statement, which can have only so many. */
const countValues = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? Object.values(value).reduce((sum: number, inner) => sum + countValues(inner), 1)
    : 1;

function conditionOf<W extends Combination<W>>(where: W | null | undefined, fields: Fields<W>): SQL | undefined {
  if (where === null || where === undefined) return undefined;
  const conditions = (Object.keys(fields) as (keyof typeof fields)[]).map((name) => {
    const filter = where[name];
    return filter === null || filter === undefined ? undefined : fields[name](filter as never);
  });
  const nested = (list: W[] | null | undefined) => list?.map((inner) => conditionOf(inner, fields)) ?? [];
  return and(
    ...conditions,
    ...nested(where.AND),
    // An empty list of alternatives is no condition; a list with an empty condition is always true.
    where.OR && where.OR.length > 0 ? or(...nested(where.OR).map((condition) => condition ?? sql`true`)) : undefined,
    ...nested(where.NOT).map((condition) => not(condition ?? sql`true`)),
  );
}

export const stringFilter =
  (column: Column | SQL): Translate<StringFilter> =>
  (filter) => {
    const insensitive = filter.mode === 'insensitive';
    const compared = insensitive ? sql`lower(${column}::text)` : sql`${column}::text`;
    const fold = (text: string) => (insensitive ? text.toLowerCase() : text);
    const matches = (pattern: string) =>
      insensitive ? ilike(sql`${column}::text`, pattern) : like(sql`${column}::text`, pattern);
    return and(
      typeof filter.equals === 'string' ? sql`${compared} = ${fold(filter.equals)}` : undefined,
      filter.in ? (filter.in.length === 0 ? sql`false` : inArray(compared, filter.in.map(fold))) : undefined,
      filter.notIn && filter.notIn.length > 0 ? notInArray(compared, filter.notIn.map(fold)) : undefined,
      typeof filter.contains === 'string' ? matches(`%${escapePattern(filter.contains)}%`) : undefined,
      typeof filter.startsWith === 'string' ? matches(`${escapePattern(filter.startsWith)}%`) : undefined,
      typeof filter.endsWith === 'string' ? matches(`%${escapePattern(filter.endsWith)}`) : undefined,
      filter.not ? not(stringFilter(column)(filter.not) ?? sql`true`) : undefined,
    );
  };

export const instantFilter =
  (column: Column): Translate<DateTimeFilter> =>
  (filter) => {
    // The API shows milliseconds; the database keeps microseconds.
    const shown = sql`date_trunc('milliseconds', ${column})`;
    const compare = (operator: typeof eq, instant: string | null | undefined) =>
      instant === null || instant === undefined ? undefined : operator(shown, new Date(instant).toISOString());
    return and(
      compare(eq, filter.equals),
      compare(lt, filter.lt),
      compare(lte, filter.lte),
      compare(gt, filter.gt),
      compare(gte, filter.gte),
    );
  };

const escapePattern = (text: string): string => text.replace(/[\\%_]/g, '\\$&');
