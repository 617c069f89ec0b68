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
import { createContext, useContext, useSyncExternalStore } from 'react';
import type { MutationData, Operation, QueryData } from '../../client/client.ts';
import { RateLimitedError, UnauthenticatedError, UnavailableError } from '../../client/error.ts';
import { showDone, showFailure } from '../display/answers.tsx';
import type { Api } from './api.ts';
import type { ConnectionState } from './connection.ts';
import type { Shows } from './follow-changes.ts';

const ApiContext = createContext<Api | undefined>(undefined);

export const ApiProvider = ApiContext.Provider;

export function useApi(): Api {
  const api = useContext(ApiContext);
  if (api === undefined) throw new Error('there is no ApiProvider above');
  return api;
}

/** Whether the control plane is reachable. */
export function useConnection(): ConnectionState {
  const { connection } = useApi();
  return useSyncExternalStore(connection.subscribe, () => connection.state);
}

export interface ApiQueryOptions {
  /** What the answer shows; it is fetched again when that changes. */
  shows: readonly Shows[];
  /** Also fetched again at this interval while the page is visible, for what changes without an event, such as samples. */
  everySeconds?: number;
  enabled?: boolean;
  /** Shows the previous answer while the one for other variables is fetched. */
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

/** A query for TanStack Query; used by `useApiQuery` and by loaders of routes. */
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

interface ApiMutationOptions<T, V> {
  done?: string | ((data: MutationData<T>, variables: V) => string);
  /** Where a failure is shown: as a toast, or nowhere, for a form that shows it itself. Default: `toast`. */
  failure?: 'toast' | 'none';
  onDone?: (data: MutationData<T>, variables: V) => void;
}

/** Carries out a mutation. Whatever is shown is fetched again afterwards. */
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

const tries = 3;

/** Keeps what was fetched. `onSignedOut` is called when the control plane accepts the session no more. */
export function buildQueryClient(onSignedOut: () => void): QueryClient {
  const onError = (error: unknown) => {
    if (error instanceof UnauthenticatedError) onSignedOut();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        // The stream of changes says what is out of date; this is for what it does not name.
        staleTime: 30_000,
        // A control plane on this machine answers also without a network.
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
