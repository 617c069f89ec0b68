import { asc, type Column, desc, type SQL, sql } from 'drizzle-orm';
import { maxPageSize } from '../../../contract/limits.ts';
import type { NullableSortInput, NullsOrder, SortOrder } from '../../../contract/types.generated.ts';
import { type Issue, invalidInput } from './errors.ts';

const maxOrders = 10;

export interface Page {
  take: number;
  skip: number;
}

export function pageOf(
  input: { take?: number | null; skip?: number | null },
  { defaultTake = 100, within = [] }: { defaultTake?: number; within?: readonly string[] } = {},
): Page {
  const take = input.take ?? defaultTake;
  const skip = input.skip ?? 0;
  const issues: Issue[] = [];
  if (take < 1 || take > maxPageSize)
    issues.push({ path: [...within, 'take'], message: `must be from 1 to ${maxPageSize}` });
  if (skip < 0) issues.push({ path: [...within, 'skip'], message: 'must not be negative' });
  if (issues.length > 0) throw invalidInput(issues);
  return { take, skip };
}

/** One field of an order. */
export interface OrderTerm {
  name: string;
  value: Column | SQL;
  descending: boolean;
  /** Default: PostgreSQL's, last when ascending and first when descending. */
  nulls?: NullsOrder;
}

export const orderOf = <O extends object>(
  orderBy: readonly O[] | null | undefined,
  columns: { [K in keyof O]-?: Column | SQL },
): SQL[] => termsOf(orderBy, columns).map(orderSql);

/** Throws `invalid_input`. */
export function termsOf<O extends object>(
  orderBy: readonly O[] | null | undefined,
  columns: { [K in keyof O]-?: Column | SQL },
): OrderTerm[] {
  if (orderBy && orderBy.length > maxOrders)
    throw invalidInput([{ path: ['orderBy'], message: `must name at most ${maxOrders} fields` }]);
  return (orderBy ?? []).flatMap((fields) =>
    (Object.entries(fields) as [keyof O, Order | null | undefined][]).flatMap(([name, order]) =>
      order === null || order === undefined ? [] : [termOf(String(name), columns[name], order)],
    ),
  );
}

type Order = SortOrder | NullableSortInput;

function termOf(name: string, value: Column | SQL, order: Order): OrderTerm {
  const { sort, nulls } = typeof order === 'object' ? order : { sort: order };
  return { name, value, descending: sort === 'desc', ...(nulls ? { nulls } : {}) };
}

export function orderSql({ value, descending, nulls }: OrderTerm): SQL {
  const sorted = descending ? desc(value) : asc(value);
  return nulls ? sql`${sorted} NULLS ${sql.raw(nulls === 'first' ? 'FIRST' : 'LAST')}` : sorted;
}
