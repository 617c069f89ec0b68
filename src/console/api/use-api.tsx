import {
  keepPreviousData,
  MutationCache,
  QueryCache,
  QueryClient,
  type QueryKey,
  queryOptions,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import type { MutationData, Operation, QueryData } from '../../client/client.ts';
import { RateLimitedError, UnauthenticatedError, UnavailableError } from '../../client/error.ts';
import { showDone, showFailure } from '../display/answers.tsx';
import type { Api } from './api.ts';
import type { ConnectionState } from './connection.ts';
import type { Shows } from './follow-changes.ts';

export const useApi = (): Api => useRouter().options.context.api;

/** Whether the control plane is reachable. */
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
  /** Keeps the previous data while new variables load. */
  keepsPrevious?: boolean;
}

export const keyOf = (operation: { toString(): string }, variables: object): QueryKey => [
  /(?:query|mutation|subscription)\s+(\w+)/.exec(operation.toString())?.[1],
  variables,
];

export const settingsOf = ({ shows, everySeconds, enabled = true, keepsPrevious = false }: ApiQueryOptions) => ({
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

export function useApiQuery<T, V extends object>(
  operation: Operation<T, V>,
  variables: V,
  options: ApiQueryOptions,
): UseQueryResult<QueryData<T>> {
  return useQuery(apiQuery(useApi(), operation, variables, options));
}

export interface ApiMutationOptions<T, V> {
  done?: string | ((data: MutationData<T>, variables: V) => string);
  /** Where an error is shown: as a toast, or `none` for a form that shows it. Default: `toast`. */
  failure?: 'toast' | 'none';
  onDone?: (data: MutationData<T>, variables: V) => void;
}

/** Runs a mutation and refetches all queries afterwards. */
export function useApiMutation<T, V extends object>(
  operation: Operation<T, V>,
  { done, failure = 'toast', onDone }: ApiMutationOptions<T, V> = {},
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
    onError: (error) => {
      if (failure === 'toast') showFailure(error);
    },
  });
}

/** The same for a form, which shows the error itself. */
export const useFormMutation = <T, V extends object>(
  operation: Operation<T, V>,
  options: Pick<ApiMutationOptions<T, V>, 'done' | 'onDone'> = {},
): UseMutationResult<MutationData<T>, Error, V> => useApiMutation(operation, { ...options, failure: 'none' });

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
