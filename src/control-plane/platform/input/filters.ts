import { and, type Column, eq, gt, gte, inArray, like, lt, lte, not, notInArray, or, type SQL, sql } from 'drizzle-orm';
import type { DateTimeFilter, StringFilter } from '../../../contract/types.generated.ts';
import { relations } from './condition-faults.ts';
import { invalidInput } from './errors.ts';
import { isUuid } from './scalars.ts';

type Translate<T> = (filter: T) => SQL | undefined;

interface Combination<W> {
  AND?: W[] | null;
  OR?: W[] | null;
  NOT?: W[] | null;
}

export type Fields<W> = { [K in Exclude<keyof W, keyof Combination<W>>]-?: Translate<NonNullable<W[K]>> };

const maxValues = 1000;
const maxParts = 1000;
const maxDepth = 20;
const maxRelations = 3;

/** Translates a `…WhereInput`. Throws `invalid_input` for one that is too large. */
export function whereOf<W extends Combination<W>>(where: W | null | undefined, fields: Fields<W>): SQL | undefined {
  const { values, parts, depth, relations: followed } = measure(where);
  const issue = (message: string) => invalidInput([{ path: ['where'], message }]);
  if (values > maxValues) throw issue(`must have at most ${maxValues} values`);
  if (parts > maxParts) throw issue(`must have at most ${maxParts} conditions`);
  if (depth > maxDepth) throw issue(`must nest at most ${maxDepth} levels`);
  if (followed > maxRelations) throw issue(`must follow at most ${maxRelations} nested relations`);
  return conditionOf(where, fields);
}

/** Each value becomes a part of the statement, whose number is limited; relations are counted by nesting. */
function measure(value: unknown): { values: number; parts: number; depth: number; relations: number } {
  if (typeof value !== 'object' || value === null) return { values: 1, parts: 0, depth: 0, relations: 0 };
  const measured = { values: 0, parts: 1, depth: 0, relations: 0 };
  for (const [key, inner] of Object.entries(value)) {
    const { values, parts, depth, relations: within } = measure(inner);
    measured.values += values;
    measured.parts += parts;
    measured.depth = Math.max(measured.depth, depth + 1);
    measured.relations = Math.max(measured.relations, within + (relations.has(key) ? 1 : 0));
  }
  return measured;
}

export function conditionOf<W extends Combination<W>>(where: W | null | undefined, fields: Fields<W>): SQL | undefined {
  if (where === null || where === undefined) return undefined;
  const conditions = (Object.keys(fields) as (keyof typeof fields)[]).map((name) => {
    const filter = where[name];
    return filter === null || filter === undefined ? undefined : fields[name](filter as never);
  });
  const nested = (list: W[] | null | undefined) => list?.map((inner) => conditionOf(inner, fields)) ?? [];
  return and(
    ...conditions,
    ...nested(where.AND),
    where.OR ? anyOf(nested(where.OR)) : undefined,
    ...nested(where.NOT).map((condition) => not(condition ?? sql`true`)),
  );
}

/** An empty list of alternatives matches nothing. */
export const anyOf = (conditions: (SQL | undefined)[]): SQL | undefined =>
  conditions.length === 0 ? sql`false` : or(...conditions.map((condition) => condition ?? sql`true`));

interface ValueFilter<V> {
  equals?: V | null;
  in?: readonly V[] | null;
  notIn?: readonly V[] | null;
  lt?: V | null;
  lte?: V | null;
  gt?: V | null;
  gte?: V | null;
  not?: ValueFilter<V> | null;
}

function comparisonsOf<V>(
  compared: Column | SQL,
  filter: ValueFilter<V>,
  parameterOf: (value: V) => unknown,
): SQL | undefined {
  const compare = (operator: typeof eq, value: V | null | undefined) =>
    value === null || value === undefined ? undefined : operator(compared as SQL, parameterOf(value));
  return and(
    compare(eq, filter.equals),
    filter.in
      ? filter.in.length === 0
        ? sql`false`
        : inArray(compared as SQL, filter.in.map(parameterOf))
      : undefined,
    filter.notIn && filter.notIn.length > 0 ? notInArray(compared as SQL, filter.notIn.map(parameterOf)) : undefined,
    compare(lt, filter.lt),
    compare(lte, filter.lte),
    compare(gt, filter.gt),
    compare(gte, filter.gte),
  );
}

const negated = (condition: SQL | undefined): SQL => sql`not ${condition ?? sql`true`}`;

interface AnyValueFilter extends ValueFilter<unknown> {
  not?: AnyValueFilter | null;
}

/** A filter of numbers, truth values or enumerations. */
export const valueFilter =
  (compared: Column | SQL): Translate<AnyValueFilter> =>
  (filter) =>
    and(
      comparisonsOf(compared, filter, (value) => value),
      filter.not ? negated(valueFilter(compared)(filter.not)) : undefined,
    );

/** A text filter. `not` inherits the mode of the filter unless it has its own. */
export const stringFilter =
  (column: Column | SQL): Translate<StringFilter> =>
  (filter) => {
    const insensitive = filter.mode === 'insensitive';
    const compared = insensitive ? sql`lower(${column}::text)` : sql`${column}::text`;
    const fold = (text: string) => (insensitive ? text.toLowerCase() : text);
    // Half the time of ILIKE.
    const matches = (pattern: string) => like(compared, fold(pattern));
    return and(
      comparisonsOf(compared, filter, fold),
      typeof filter.contains === 'string' ? matches(`%${escapePattern(filter.contains)}%`) : undefined,
      typeof filter.startsWith === 'string' ? matches(`${escapePattern(filter.startsWith)}%`) : undefined,
      typeof filter.endsWith === 'string' ? matches(`%${escapePattern(filter.endsWith)}`) : undefined,
      filter.not
        ? negated(stringFilter(column)({ ...filter.not, mode: filter.not.mode ?? filter.mode ?? null }))
        : undefined,
    );
  };

/** A filter of ids as texts, which looks an id up by the key of its table. */
export const idFilter =
  (column: Column): Translate<StringFilter> =>
  ({ equals, in: list, ...others }) => {
    const insensitive = others.mode === 'insensitive';
    const ids = (texts: readonly string[]) =>
      texts
        .map((text) => (insensitive ? text.toLowerCase() : text))
        .filter((text) => isUuid(text) && text === text.toLowerCase());
    const oneOf = (texts: readonly string[]) => (texts.length === 0 ? sql`false` : inArray(column, [...texts]));
    return and(
      typeof equals === 'string' ? oneOf(ids([equals])) : undefined,
      list ? oneOf(ids(list)) : undefined,
      stringFilter(column)(others),
    );
  };

/** A filter of instants. The API shows milliseconds; the database stores microseconds. */
export const instantFilter =
  (column: Column): Translate<DateTimeFilter> =>
  (filter) =>
    and(
      comparisonsOf(sql`date_trunc('milliseconds', ${column})`, filter, (instant) => new Date(instant).toISOString()),
      filter.not ? negated(instantFilter(column)(filter.not)) : undefined,
    );

/** For an id that an argument names: PostgreSQL raises an error for a malformed UUID. */
export const hasId = (column: Column, id: string): SQL => (isUuid(id) ? eq(column, id) : sql`false`);

/** Whether a text is part of one of several columns, regardless of case. No index helps: each row in question is read. */
export const anyContains = (columns: readonly (Column | SQL)[], text: string): SQL =>
  // Nothing is found for an empty text: a script whose variable is unset must not get everything.
  text === ''
    ? sql`false`
    : sql`(${anyOf(columns.map((column) => stringFilter(column)({ contains: text, mode: 'insensitive' })))})`;

const escapePattern = (text: string): string => text.replace(/[\\%_]/g, '\\$&');
