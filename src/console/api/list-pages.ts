import type { Operation, QueryData } from '../../client/client.ts';
import type { CursorPage } from '../../client/pages.ts';
import { maxPageSize } from '../../contract/limits.ts';
import type { Api } from './api.ts';

/** The maximum number of rows that a page shows; longer lists need filters. */
export const maxListLength = 5000;

export interface PageVariables {
  take?: number | null;
  skip?: number | null;
  cursor?: string | null;
}

/** The rows of a list by position, or a page of one by cursor. */
export type ListPage<R> = readonly R[] | CursorPage<R>;

export interface ListRequest<T, V, R> {
  variables: Omit<V, keyof PageVariables>;
  pageOf: (data: QueryData<T>) => ListPage<R> | null | undefined;
  /** Size of the first page, for a fast first render. Default: a whole page. */
  first?: number | undefined;
  signal: AbortSignal;
}

/** A list that is loading: the rows so far, and whether it is complete. */
export interface ListSoFar<R> {
  rows: readonly R[];
  isWhole: boolean;
}

interface ShownPage<R> {
  nodes: readonly R[];
  /** Null for a list by position. */
  pageInfo: CursorPage<R>['pageInfo'] | null;
}

/** Fetches a list page by page, up to 5,000 rows; yields the rows so far after each page. */
export async function* listPages<T, V extends PageVariables, R extends { id: string }>(
  api: Pick<Api, 'query'>,
  operation: Operation<T, V>,
  { variables, pageOf, first = maxPageSize, signal }: ListRequest<T, V, R>,
): AsyncGenerator<ListSoFar<R>, void> {
  const byCursor = /\$cursor\s*:/.test(operation.toString());
  // By id: an insert or delete between two pages shifts the offset and may repeat a row, and an entry may move.
  const rows = new Map<string, R>();
  let isWhole = false;
  let cursor: string | null = null;
  for (let skip = 0, take = first; !isWhole; skip += take, take = Math.min(maxPageSize, maxListLength - skip)) {
    const start: PageVariables = byCursor ? { cursor } : { skip };
    const page: ListPage<R> = pageOf(await api.query(operation, { ...variables, take, ...start } as V, signal)) ?? [];
    const { nodes, pageInfo }: ShownPage<R> = 'pageInfo' in page ? page : { nodes: page, pageInfo: null };
    for (const row of nodes) rows.set(row.id, row);
    cursor = pageInfo?.endCursor ?? null;
    isWhole = !(pageInfo?.hasNextPage ?? nodes.length === take) || skip + take >= maxListLength;
    yield { rows: [...rows.values()], isWhole };
  }
}
