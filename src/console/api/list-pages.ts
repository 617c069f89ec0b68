import type { Operation, QueryData } from '../../client/client.ts';
import { maxPageSize } from '../../contract/limits.ts';
import type { Api } from './api.ts';

/** The longest list that a page shows; who has more filters. */
export const maxListLength = 5000;

export interface PageVariables {
  take?: number | null;
  skip?: number | null;
}

export interface ListRequest<T, V, R> {
  variables: Omit<V, keyof PageVariables>;
  rowsOf: (data: QueryData<T>) => readonly R[] | null | undefined;
  /** How many rows come first, where somebody waits for them. Default: a whole page. */
  first?: number;
  signal: AbortSignal;
}

/** A list on its way: the rows so far, and whether these are all. */
export interface ListSoFar<R> {
  rows: readonly R[];
  isWhole: boolean;
}

/** Fetches a list to its end, or to its 5,000th row, page after page; yields after each one what there is so far. */
export async function* listPages<T, V extends PageVariables, R extends { id: string }>(
  api: Pick<Api, 'query'>,
  operation: Operation<T, V>,
  { variables, rowsOf, first = maxPageSize, signal }: ListRequest<T, V, R>,
): AsyncGenerator<ListSoFar<R>, void> {
  // By id: where a row came or went meanwhile, the next page begins elsewhere, and brings one again.
  const rows = new Map<string, R>();
  let isWhole = false;
  for (let skip = 0, take = first; !isWhole; skip += take, take = Math.min(maxPageSize, maxListLength - skip)) {
    const page = rowsOf(await api.query(operation, { ...variables, take, skip } as V, signal)) ?? [];
    for (const row of page) rows.set(row.id, row);
    isWhole = page.length < take || skip + take >= maxListLength;
    yield { rows: [...rows.values()], isWhole };
  }
}
