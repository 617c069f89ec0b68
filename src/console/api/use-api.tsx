import {
  keepPreviousData,
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
import { showDone, showFailure } from '../display/answers/toasts.ts';
import type { Shows } from './affected.ts';
import type { Api } from './api.ts';
import type { ConnectionState } from './connection.ts';

const ApiContext = createContext<Api | undefined>(undefined);

export const ApiProvider = ApiContext.Provider;

/** The way to the control plane. */
export function useApi(): Api {
  const api = useContext(ApiContext);
  if (api === undefined) throw new Error('there is no ApiProvider above');
  return api;
}

/** Whether the control plane is heard of. */
export function useConnection(): ConnectionState {
  const { connection } = useApi();
  return useSyncExternalStore(connection.subscribe, () => connection.state);
}

export interface ApiQueryOptions {
  /** What the answer shows; it is fetched again when that changes. */
  shows: readonly Shows[];
  /** Fetched again so often as well, while the page is looked at; for what changes without being named, such as samples. */
  everySeconds?: number;
  /** Default: true. */
  enabled?: boolean;
  /** Shows the former answer while the one for other variables is fetched. */
  keepsFormer?: boolean;
}

/** The name of an operation and its variables. */
export const keyOf = (operation: { toString(): string }, variables: object): QueryKey => [
  /(?:query|mutation|subscription)\s+(\w+)/.exec(operation.toString())?.[1],
  variables,
];

/** A query as TanStack Query wants it; for `useApiQuery`, and for loaders of routes. */
export const apiQuery = <T, V extends object>(
  api: Api,
  operation: Operation<T, V>,
  variables: V,
  { shows, everySeconds, enabled = true, keepsFormer = false }: ApiQueryOptions,
) =>
  queryOptions<QueryData<T>>({
    queryKey: keyOf(operation, variables),
    queryFn: ({ signal }) => api.query(operation, variables, signal),
    meta: { shows },
    enabled,
    refetchInterval: everySeconds === undefined ? false : everySeconds * 1000,
    ...(keepsFormer ? { placeholderData: keepPreviousData as never } : {}),
  });

/** Fetches a query, and again whenever what it shows changes. */
export function useApiQuery<T, V extends object>(
  operation: Operation<T, V>,
  variables: V,
  options: ApiQueryOptions,
): UseQueryResult<QueryData<T>> {
  return useQuery(apiQuery(useApi(), operation, variables, options));
}

export interface ApiMutationOptions<T, V> {
  /** What is shown when it is done. */
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
