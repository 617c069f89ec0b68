import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { RateLimitedError, UnauthenticatedError, UnavailableError } from '../../client/error.ts';

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
