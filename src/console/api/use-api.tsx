import {
  keepPreviousData,
  MutationCache,
  QueryCache,
  QueryClient,
  type QueryKey,
  queryOptions,
  type UseMutationResult,
  type UseQueryResult,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import type { MutationData, Operation, QueryData } from '../../client/client.ts';
import { RateLimitedError, UnauthenticatedError, UnavailableError } from '../../client/error.ts';
import type { CursorPage, EntryOf } from '../../client/pages.ts';
import { showDone, showFailure } from '../display/answers.tsx';
import type { Api } from './api.ts';
import type { ConnectionState } from './connection.ts';
import type { Shows } from './follow-changes.ts';
import { type ListRequest, type ListSoFar, listPages, type PageVariables } from './list-pages.ts';

export const useApi = (): Api => useRouter().options.context.api;

export function useConnection(): ConnectionState {
  const { connection } = useApi();
  return useSyncExternalStore(connection.subscribe, () => connection.state);
}

export interface ApiQueryOptions {
  /** The types or objects that the query depends on; a change to them refetches it. */
  shows: readonly Shows[];
  /** Polling interval while the page is visible, for data that changes without an event, such as samples. */
  everySeconds?: number;
  enabled?: boolean;
  keepsPrevious?: boolean;
}

export const keyOf = (operation: { toString(): string }, variables: object): QueryKey => [
  /(?:query|mutation|subscription)\s+(\w+)/.exec(operation.toString())?.[1],
  variables,
];

const settingsOf = ({ shows, everySeconds, enabled = true, keepsPrevious = false }: ApiQueryOptions) => ({
  meta: { shows },
  enabled,
  refetchInterval: everySeconds === undefined ? (false as const) : everySeconds * 1000,
  ...(keepsPrevious ? { placeholderData: keepPreviousData as never } : {}),
});

/** Options of a TanStack query; used by `useApiQuery` and route loaders. */
export const apiQuery = <T, V extends object>(
  api: Api,
  operation: Operation<T, V>,
  variables: V,
  options: ApiQueryOptions,
) =>
  queryOptions<QueryData<T>>({
    queryKey: keyOf(operation, variables),
    queryFn: ({ signal }) => api.query(operation, variables, signal),
    ...settingsOf(options),
  });

export const useApiQuery = <T, V extends object>(
  operation: Operation<T, V>,
  variables: V,
  options: ApiQueryOptions,
): UseQueryResult<QueryData<T>> => useQuery(apiQuery(useApi(), operation, variables, options));

interface ListOptions<T, R> extends ApiQueryOptions {
  /** Default: the query's only field. */
  pageOf?: ListRequest<T, never, R>['pageOf'];
}

/** The value of a query's only field, and the rows of one that is a list. */
const onlyField = (data: object) => Object.values(data)[0];
type OnlyList<T> = Extract<EntryOf<T>, { id: string }>;

/** More rows than fit into a window. */
const firstRows = 100;

/**
 * Fetches a list page by page, up to 5,000 rows, and refetches it on changes. Shows the first rows immediately, but a
 * complete list is only replaced by a complete list.
 */
export const useGrowingList = <T, V extends PageVariables, R extends { id: string } = OnlyList<T>>(
  operation: Operation<T, V>,
  variables: Omit<V, keyof PageVariables>,
  options: ListOptions<T, R>,
): UseQueryResult<ListSoFar<R>> => useQuery(listQuery(useApi(), operation, variables, options, firstRows));

/** The same, but nothing before the list is complete. */
export const useWholeList = <T, V extends PageVariables, R extends { id: string } = OnlyList<T>>(
  operation: Operation<T, V>,
  variables: Omit<V, keyof PageVariables>,
  options: ListOptions<T, R>,
): UseQueryResult<readonly R[]> =>
  useQuery({ ...listQuery(useApi(), operation, variables, options), select: ({ rows }) => rows });

const listQuery = <T, V extends PageVariables, R extends { id: string }>(
  api: Api,
  operation: Operation<T, V>,
  variables: Omit<V, keyof PageVariables>,
  { pageOf = onlyField, ...options }: ListOptions<T, R>,
  first?: number,
) =>
  queryOptions<ListSoFar<R>>({
    queryKey: keyOf(operation, variables),
    queryFn: async ({ signal, client, queryKey }) => {
      const grows = first !== undefined && client.getQueryData<ListSoFar<R>>(queryKey)?.isWhole !== true;
      let list: ListSoFar<R> = { rows: [], isWhole: true };
      for await (list of listPages(api, operation, { variables, pageOf, first, signal }))
        if (grows && !list.isWhole) client.setQueryData(queryKey, list);
      return list;
    },
    ...settingsOf(options),
  });

const pageSize = 100;

export interface Pages<R> {
  query: UseQueryResult<readonly R[]>;
  hasMore: boolean;
  /** Fetches the next page; undefined if none exists or it is loading. */
  fetchMore: (() => void) | undefined;
}

/** A part of the filter that moves with the clock; `key` names it meanwhile. */
interface MovingFilter {
  key: string;
  bounds: () => object;
}

/** Fetches a list by cursor. Its pages are the query's only field. `range` bounds each page when it is fetched. */
export function usePages<T, V extends { filter?: object | null }>(
  operation: Operation<T, V>,
  { filter, ...others }: V,
  shows: readonly Shows[],
  range?: MovingFilter,
): Pages<EntryOf<T>> {
  const api = useApi();
  const variables = (cursor: string | null, bounds?: object) =>
    ({ ...others, filter: { ...filter, ...bounds, take: pageSize, cursor } }) as V;
  const pageOf = (data: QueryData<T>): CursorPage<EntryOf<T>> | null => onlyField(data);
  const query = useInfiniteQuery({
    queryKey: [...keyOf(operation, variables(null)), range?.key],
    queryFn: ({ pageParam, signal }) => api.query(operation, variables(pageParam, range?.bounds()), signal),
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
    query: query as unknown as UseQueryResult<readonly EntryOf<T>[]>,
    hasMore: query.hasNextPage,
    fetchMore: canFetch ? () => void query.fetchNextPage() : undefined,
  };
}

export interface ApiMutationOptions<T, V> {
  done?: string | ((data: MutationData<T>, variables: V) => string);
  onDone?: (data: MutationData<T>, variables: V) => void;
}

/** Runs a mutation for a form, which shows its error, and refetches all queries afterwards. */
export function useFormMutation<T, V extends object>(
  operation: Operation<T, V>,
  { done, onDone, onError }: ApiMutationOptions<T, V> & { onError?: (error: Error) => void } = {},
): UseMutationResult<MutationData<T>, Error, V> {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation<MutationData<T>, Error, V>({
    mutationFn: (variables) => api.mutate(operation, variables),
    onSuccess: (data, variables) => {
      void queries.invalidateQueries();
      if (done !== undefined) showDone(typeof done === 'string' ? done : done(data, variables));
      onDone?.(data, variables);
    },
    onError,
  });
}

/** The same outside of a form: shows an error as a toast. */
export const useApiMutation = <T, V extends object>(
  operation: Operation<T, V>,
  options: ApiMutationOptions<T, V> = {},
): UseMutationResult<MutationData<T>, Error, V> => useFormMutation(operation, { ...options, onError: showFailure });

const tries = 3;

/** Builds the query cache. `onSignedOut` is called when the control plane rejects the session. */
export function buildQueryClient(onSignedOut: () => void): QueryClient {
  const onError = (error: unknown) => {
    if (error instanceof UnauthenticatedError) onSignedOut();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        // The change stream invalidates most queries; this covers the rest.
        staleTime: 30_000,
        // A local control plane answers without a network.
        networkMode: 'always',
        retry: (failures, error) =>
          failures < tries && (error instanceof UnavailableError || error instanceof RateLimitedError),
        retryDelay: (failures, error) =>
          error instanceof RateLimitedError ? error.retryAfterSeconds * 1000 : Math.min(500 * 2 ** failures, 5000),
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}
