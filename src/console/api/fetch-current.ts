import { CancelledError, type FetchQueryOptions, type QueryClient, type QueryKey } from '@tanstack/react-query';

/**
 * Fetches a query as `fetchQuery` does, also while changes replace its request. TanStack Query then fails every call but
 * the one that had sent the request.
 */
export async function fetchCurrent<T, K extends QueryKey>(
  queries: QueryClient,
  query: FetchQueryOptions<T, Error, T, K>,
): Promise<T> {
  for (;;) {
    try {
      return await queries.fetchQuery(query);
    } catch (error) {
      if (!(error instanceof CancelledError)) throw error;
    }
  }
}
