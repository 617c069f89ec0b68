import { type UseQueryResult, useInfiniteQuery } from '@tanstack/react-query';
import type { Operation, QueryData } from '../../client/client.ts';
import type { Shows } from './affected.ts';
import { keyOf, useApi } from './use-api.tsx';

/** How many entries are fetched at a time. */
export const pageSize = 100;

/** One page of a list that goes on behind a cursor. */
interface CursorPage<R> {
  nodes: readonly R[];
  pageInfo: { endCursor?: string | null; hasNextPage: boolean };
}

interface PagesOptions<T, V, R> {
  /** The variables of the page behind a cursor; null for the first page. */
  variables: (cursor: string | null) => V;
  /** Finds the page in an answer. */
  pageOf: (data: QueryData<T>) => CursorPage<R> | null | undefined;
  /** What the list shows; it is fetched again when that changes. */
  shows: readonly Shows[];
}

/** The entries of a list so far. */
export interface Pages<R> {
  query: UseQueryResult<readonly R[]>;
  /** Fetches the next page; undefined when there is none, or while it is fetched. */
  fetchMore: (() => void) | undefined;
}

/** Fetches a list page by page, and what was fetched again when it changes. */
export function usePages<T, V extends object, R>(
  operation: Operation<T, V>,
  { variables, pageOf, shows }: PagesOptions<T, V, R>,
): Pages<R> {
  const api = useApi();
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
    query: query as unknown as UseQueryResult<readonly R[]>,
    fetchMore: canFetch ? () => void query.fetchNextPage() : undefined,
  };
}
