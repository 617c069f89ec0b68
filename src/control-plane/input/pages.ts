import { asc, type Column, desc, type SQL } from 'drizzle-orm';
import type { SortOrder } from '../../contract/types.generated.ts';
import { type Issue, invalidInput } from './errors.ts';

const most = 500;
const mostOrders = 10;

export interface Page {
  take: number;
  skip: number;
}

/** Reads `take` and `skip`. Throws `invalid_input`. */
export function pageOf(given: { take?: number | null; skip?: number | null }, usual = 100): Page {
  const take = given.take ?? usual;
  const skip = given.skip ?? 0;
  const issues: Issue[] = [];
  if (take < 1 || take > most) issues.push({ path: ['take'], message: `must be from 1 to ${most}` });
  if (skip < 0) issues.push({ path: ['skip'], message: 'must not be negative' });
  if (issues.length > 0) throw invalidInput(issues);
  return { take, skip };
}

/** Translates a list of `…OrderByInput`, each of which names one field. Throws `invalid_input`. */
export function orderOf<O extends object>(
  given: readonly O[] | null | undefined,
  columns: { [K in keyof O]-?: Column },
): SQL[] {
  if (given && given.length > mostOrders) {
    throw invalidInput([{ path: ['orderBy'], message: `may name at most ${mostOrders} fields` }]);
  }
  return (given ?? []).flatMap((one) =>
    (Object.entries(one) as [keyof O, SortOrder | null | undefined][]).flatMap(([name, order]) =>
      order === null || order === undefined ? [] : [order === 'desc' ? desc(columns[name]) : asc(columns[name])],
    ),
  );
}
