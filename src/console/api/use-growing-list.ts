import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { Operation } from '../../client/client.ts';
import { type ListRequest, type ListSoFar, listPages, type PageVariables } from './list-pages.ts';
import { type ApiQueryOptions, keyOf, useApi } from './use-api.tsx';

interface GrowingListOptions<T, R> extends Omit<ApiQueryOptions, 'enabled' | 'keepsFormer'> {
  /** Finds the rows in an answer. */
  rowsOf: ListRequest<T, never, R>['rowsOf'];
}

/** More than a window shows; a control plane answers with so many at once. */
const firstRows = 100;

/** As `useWholeList`, but with the first rows as soon as these are there. What was whole once is exchanged for the next one as a whole. */
export function useGrowingList<T, V extends PageVariables, R extends { id: string }>(
  operation: Operation<T, V>,
  variables: Omit<V, keyof PageVariables>,
  { rowsOf, shows, everySeconds }: GrowingListOptions<T, R>,
): UseQueryResult<ListSoFar<R>> {
  const api = useApi();
  return useQuery<ListSoFar<R>>({
    queryKey: keyOf(operation, variables),
    queryFn: async ({ signal, client, queryKey }) => {
      const showsWhole = client.getQueryData<ListSoFar<R>>(queryKey)?.isWhole === true;
      let list: ListSoFar<R> = { rows: [], isWhole: true };
      for await (const more of listPages(api, operation, { variables, rowsOf, first: firstRows, signal })) {
        list = more;
        if (!showsWhole && !list.isWhole) client.setQueryData(queryKey, list);
      }
      return list;
    },
    meta: { shows },
    refetchInterval: everySeconds === undefined ? false : everySeconds * 1000,
    placeholderData: keepPreviousData as never,
  });
}
