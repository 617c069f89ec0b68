import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { Operation, QueryData } from '../../client/client.ts';
import type { Api } from './api.ts';
import { largestPage, longestList } from './list-bounds.ts';
import { type ApiQueryOptions, keyOf, useApi } from './use-api.tsx';

/** Which rows of a list one answer holds. */
interface PageVariables {
  take?: number | null;
  skip?: number | null;
}

interface WholeListOptions<T, R> extends ApiQueryOptions {
  /** Finds the rows in an answer. */
  rowsOf: (data: QueryData<T>) => readonly R[] | null | undefined;
}

/** Fetches a list to its end, or to its 5,000th row, page after page; again whenever what it shows changes. */
export function useWholeList<T, V extends PageVariables, R extends { id: string }>(
  operation: Operation<T, V>,
  variables: Omit<V, keyof PageVariables>,
  { rowsOf, shows, everySeconds, enabled = true, keepsFormer = false }: WholeListOptions<T, R>,
): UseQueryResult<readonly R[]> {
  const api = useApi();
  return useQuery<readonly R[]>({
    queryKey: keyOf(operation, variables),
    queryFn: ({ signal }) => wholeList(api, operation, { variables, rowsOf, signal }),
    meta: { shows },
    enabled,
    refetchInterval: everySeconds === undefined ? false : everySeconds * 1000,
    ...(keepsFormer ? { placeholderData: keepPreviousData as never } : {}),
  });
}

interface WholeListRequest<T, V, R> {
  variables: Omit<V, keyof PageVariables>;
  rowsOf: WholeListOptions<T, R>['rowsOf'];
  signal: AbortSignal;
}

async function wholeList<T, V extends PageVariables, R extends { id: string }>(
  api: Api,
  operation: Operation<T, V>,
  { variables, rowsOf, signal }: WholeListRequest<T, V, R>,
): Promise<readonly R[]> {
  // By id: where a row came or went meanwhile, the next page begins elsewhere, and brings one again.
  const rows = new Map<string, R>();
  for (let skip = 0; skip < longestList; skip += largestPage) {
    const page = rowsOf(await api.query(operation, { ...variables, take: largestPage, skip } as V, signal)) ?? [];
    for (const row of page) rows.set(row.id, row);
    if (page.length < largestPage) break;
  }
  return [...rows.values()];
}
