import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { Operation } from '../../client/client.ts';
import { type ListRequest, listPages, type PageVariables } from './list-pages.ts';
import { type ApiQueryOptions, keyOf, useApi } from './use-api.tsx';

interface WholeListOptions<T, R> extends ApiQueryOptions {
  /** Finds the rows in an answer. */
  rowsOf: ListRequest<T, never, R>['rowsOf'];
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
    queryFn: async ({ signal }) => {
      let all: readonly R[] = [];
      for await (const { rows } of listPages(api, operation, { variables, rowsOf, signal })) all = rows;
      return all;
    },
    meta: { shows },
    enabled,
    refetchInterval: everySeconds === undefined ? false : everySeconds * 1000,
    ...(keepsFormer ? { placeholderData: keepPreviousData as never } : {}),
  });
}
