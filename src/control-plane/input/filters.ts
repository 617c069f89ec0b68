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
import { invalidInput } from './errors.ts';

/** A condition of the API as a condition of the database; undefined where it says nothing. */
export type Condition<T> = (given: T) => SQL | undefined;

/** The parts that every `…WhereInput` has, besides its fields. */
interface Combination<W> {
  AND?: W[] | null;
  OR?: W[] | null;
  NOT?: W[] | null;
}

/** How each field of a `…WhereInput` is translated. */
type Fields<W> = { [K in Exclude<keyof W, keyof Combination<W>>]-?: Condition<NonNullable<W[K]>> };

const mostValues = 1000;

/** Translates a `…WhereInput`: all fields that are given must hold, and AND, OR and NOT nest. Throws `invalid_input` for too many. */
export function whereOf<W extends Combination<W>>(where: W | null | undefined, fields: Fields<W>): SQL | undefined {
  if (valuesIn(where) <= mostValues) return conditionOf(where, fields);
  throw invalidInput([{ path: ['where'], message: `may hold at most ${mostValues} values` }]);
}

/** Each becomes a part of the statement, which can have only so many. */
const valuesIn = (given: unknown): number =>
  typeof given === 'object' && given !== null
    ? Object.values(given).reduce((sum: number, inner) => sum + valuesIn(inner), 1)
    : 1;

function conditionOf<W extends Combination<W>>(where: W | null | undefined, fields: Fields<W>): SQL | undefined {
  if (where === null || where === undefined) return undefined;
  const own = (Object.keys(fields) as (keyof typeof fields)[]).map((name) => {
    const given = where[name];
    return given === null || given === undefined ? undefined : fields[name](given as never);
  });
  const nested = (list: W[] | null | undefined) => list?.map((one) => conditionOf(one, fields)) ?? [];
  return and(
    ...own,
    ...nested(where.AND),
    // An empty list of alternatives says nothing; one that holds an empty condition is always true.
    where.OR && where.OR.length > 0 ? or(...nested(where.OR).map((one) => one ?? sql`true`)) : undefined,
    ...nested(where.NOT).map((one) => not(one ?? sql`true`)),
  );
}

export const textOf =
  (column: Column | SQL): Condition<StringFilter> =>
  (given) => {
    const insensitive = given.mode === 'insensitive';
    const compared = insensitive ? sql`lower(${column}::text)` : sql`${column}::text`;
    const fold = (text: string) => (insensitive ? text.toLowerCase() : text);
    const pattern = (text: string) =>
      insensitive ? ilike(sql`${column}::text`, text) : like(sql`${column}::text`, text);
    return and(
      typeof given.equals === 'string' ? sql`${compared} = ${fold(given.equals)}` : undefined,
      given.in ? (given.in.length === 0 ? sql`false` : inArray(compared, given.in.map(fold))) : undefined,
      given.notIn && given.notIn.length > 0 ? notInArray(compared, given.notIn.map(fold)) : undefined,
      typeof given.contains === 'string' ? pattern(`%${escaped(given.contains)}%`) : undefined,
      typeof given.startsWith === 'string' ? pattern(`${escaped(given.startsWith)}%`) : undefined,
      typeof given.endsWith === 'string' ? pattern(`%${escaped(given.endsWith)}`) : undefined,
      given.not ? not(textOf(column)(given.not) ?? sql`true`) : undefined,
    );
  };

export const instantOf =
  (column: Column): Condition<DateTimeFilter> =>
  (given) => {
    const at = (text: string | null | undefined) => (text === null || text === undefined ? undefined : new Date(text));
    const [equals, before, until, after, from] = [
      at(given.equals),
      at(given.lt),
      at(given.lte),
      at(given.gt),
      at(given.gte),
    ];
    // The API shows milliseconds; the database keeps microseconds.
    const shown = sql`date_trunc('milliseconds', ${column})`;
    return and(
      equals && eq(shown, equals.toISOString()),
      before && lt(shown, before.toISOString()),
      until && lte(shown, until.toISOString()),
      after && gt(shown, after.toISOString()),
      from && gte(shown, from.toISOString()),
    );
  };

const escaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&');
