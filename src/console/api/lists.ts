import { type UseQueryResult, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { Operation, QueryData } from '../../client/client.ts';
import type { Shows } from './follow-changes.ts';
import { type ListRequest, type ListSoFar, listPages, type PageVariables } from './list-pages.ts';
import { type ApiQueryOptions, keyOf, settingsOf, useApi } from './use-api.tsx';

interface ListOptions<T, R> extends ApiQueryOptions {
  /** Default: the query's only field. */
  rowsOf?: ListRequest<T, never, R>['rowsOf'];
}

/** The value of a query's only field, and the rows of one that is a list. */
const onlyField = (data: object) => Object.values(data)[0];
type OnlyList<T> = Extract<NonNullable<T[keyof T]> extends readonly (infer R)[] ? R : never, { id: string }>;

/** Fetches a list page by page, up to 5,000 rows, and refetches it on changes. */
export function useWholeList<T, V extends PageVariables, R extends { id: string } = OnlyList<T>>(
  operation: Operation<T, V>,
  variables: Omit<V, keyof PageVariables>,
  { rowsOf = onlyField, ...options }: ListOptions<T, R>,
): UseQueryResult<readonly R[]> {
  const api = useApi();
  return useQuery<readonly R[]>({
    queryKey: keyOf(operation, variables),
    queryFn: async ({ signal }) => {
      let all: readonly R[] = [];
      for await (const { rows } of listPages(api, operation, { variables, rowsOf, signal })) all = rows;
      return all;
    },
    ...settingsOf(options),
  });
}

/** More rows than fit into a window. */
const firstRows = 100;

/** As `useWholeList`, but shows the first rows immediately. A complete list is only replaced by a complete list. */
export function useGrowingList<T, V extends PageVariables, R extends { id: string } = OnlyList<T>>(
  operation: Operation<T, V>,
  variables: Omit<V, keyof PageVariables>,
  { rowsOf = onlyField, ...options }: ListOptions<T, R>,
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
    ...settingsOf(options),
  });
}

export const pageSize = 100;

interface CursorPage<R> {
  nodes: readonly R[];
  pageInfo: { endCursor?: string | null; hasNextPage: boolean };
}

type PageRow<T> = NonNullable<T[keyof T]> extends CursorPage<infer R> ? R : never;

export interface Pages<R> {
  query: UseQueryResult<readonly R[]>;
  /** Fetches the next page; undefined if none exists or it is loading. */
  fetchMore: (() => void) | undefined;
}

/** Fetches a list by cursor. Its pages are the query's only field. `variables` are those of the page after a cursor. */
export function usePages<T, V extends object>(
  operation: Operation<T, V>,
  variables: (cursor: string | null) => V,
  shows: readonly Shows[],
): Pages<PageRow<T>> {
  const api = useApi();
  const pageOf = (data: QueryData<T>): CursorPage<PageRow<T>> | null => onlyField(data);
  const query = useInfiniteQuery({
    queryKey: keyOf(operation, variables(null)),
    queryFn: ({ pageParam, signal }) => api.query(operation, variables(pageParam), signal),
    initialPageParam: null as string | null,
    getNextPageParam: (last: QueryData<T>) => {
      const info = pageOf(last)?.pageInfo;
      return info?.hasNextPage ? info.endCursor : undefined;
    },
    select: ({ pages }) => pages.flatMap((page) => pageOf(page)?.nodes ?? []),
    meta: { shows },
  });
  const canFetch = query.hasNextPage && !query.isFetchingNextPage;
  return {
    query: query as unknown as UseQueryResult<readonly PageRow<T>[]>,
    fetchMore: canFetch ? () => void query.fetchNextPage() : undefined,
  };
}
