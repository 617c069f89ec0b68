import { asc, type Column, desc, type SQL, sql } from 'drizzle-orm';
import { maxPageSize } from '../../../contract/limits.ts';
import type { NullableSortInput, SortOrder } from '../../../contract/types.generated.ts';
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

export function orderOf<O extends object>(
  orderBy: readonly O[] | null | undefined,
  columns: { [K in keyof O]-?: Column | SQL },
): SQL[] {
  if (orderBy && orderBy.length > maxOrders)
    throw invalidInput([{ path: ['orderBy'], message: `must name at most ${maxOrders} fields` }]);
  return (orderBy ?? []).flatMap((fields) =>
    (Object.entries(fields) as [keyof O, Order | null | undefined][]).flatMap(([name, order]) =>
      order === null || order === undefined ? [] : [orderBySql(columns[name], order)],
    ),
  );
}

type Order = SortOrder | NullableSortInput;

function orderBySql(column: Column | SQL, order: Order): SQL {
  const { sort, nulls } = typeof order === 'object' ? order : { sort: order };
  const sorted = sort === 'desc' ? desc(column) : asc(column);
  return nulls ? sql`${sorted} NULLS ${sql.raw(nulls === 'first' ? 'FIRST' : 'LAST')}` : sorted;
}
