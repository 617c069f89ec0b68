import { and, type Column, eq, gt, gte, ilike, inArray, like, lt, lte, notInArray, type SQL, sql } from 'drizzle-orm';
import type { DateTimeFilter, StringFilter } from '../../../contract/types.generated.ts';
import type { Translate } from './filters.ts';
import { isUuid } from './scalars.ts';

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
    const matches = (pattern: string) =>
      insensitive ? ilike(sql`${column}::text`, pattern) : like(sql`${column}::text`, pattern);
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

const escapePattern = (text: string): string => text.replace(/[\\%_]/g, '\\$&');
