import { and, not, or, type SQL, sql } from 'drizzle-orm';
import { relations } from './condition-faults.ts';
import { invalidInput } from './errors.ts';

export type Translate<T> = (filter: T) => SQL | undefined;

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
