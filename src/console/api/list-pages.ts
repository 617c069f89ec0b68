import type { Operation, QueryData } from '../../client/client.ts';
import { maxPageSize } from '../../contract/limits.ts';
import type { Api } from './api.ts';

/** The maximum number of rows that a page shows; longer lists need filters. */
export const maxListLength = 5000;

export interface PageVariables {
  take?: number | null;
  skip?: number | null;
}

export interface ListRequest<T, V, R> {
  variables: Omit<V, keyof PageVariables>;
  rowsOf: (data: QueryData<T>) => readonly R[] | null | undefined;
  /** Size of the first page, for a fast first render. Default: a whole page. */
  first?: number | undefined;
  signal: AbortSignal;
}

/** A list that is loading: the rows so far, and whether it is complete. */
export interface ListSoFar<R> {
  rows: readonly R[];
  isWhole: boolean;
}

/** Fetches a list page by page, up to 5,000 rows; yields the rows so far after each page. */
export async function* listPages<T, V extends PageVariables, R extends { id: string }>(
  api: Pick<Api, 'query'>,
  operation: Operation<T, V>,
  { variables, rowsOf, first = maxPageSize, signal }: ListRequest<T, V, R>,
): AsyncGenerator<ListSoFar<R>, void> {
  // By id: an insert or delete between two pages shifts the offset and may repeat a row.
  const rows = new Map<string, R>();
  let isWhole = false;
  for (let skip = 0, take = first; !isWhole; skip += take, take = Math.min(maxPageSize, maxListLength - skip)) {
    const page = rowsOf(await api.query(operation, { ...variables, take, skip } as V, signal)) ?? [];
    for (const row of page) rows.set(row.id, row);
    isWhole = page.length < take || skip + take >= maxListLength;
    yield { rows: [...rows.values()], isWhole };
  }
}
