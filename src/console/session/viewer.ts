import { type QueryClient, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { createContext, useContext, useMemo } from 'react';
import type { QueryData } from '../../client/client.ts';
import { ViewerDocument, type ViewerQuery } from '../../client/operations.generated.ts';
import type { Api } from '../api/api.ts';
import { fetchCurrent } from '../api/fetch-current.ts';
import { organizationIn } from '../api/organization-address.ts';
import { apiQuery, useApi } from '../api/use-api.tsx';
import { type Rights, rightsOf } from './rights.ts';

type SignedIn = NonNullable<ViewerQuery['viewer']> & {
  person: NonNullable<NonNullable<ViewerQuery['viewer']>['person']>;
};

export const viewerQuery = (api: Api) => apiQuery(api, ViewerDocument, {}, { shows: ['member', 'organization'] });

/** Takes this window to an organization (null: to the session's active one). Returns the signed-in person, or null. */
export async function enterOrganization(api: Api, queries: QueryClient, slug: string | null): Promise<SignedIn | null> {
  const query = { ...viewerQuery(api), staleTime: Number.POSITIVE_INFINITY };
  if (slug !== null && slug !== api.organization) {
    api.organization = slug;
    // A request on its way is for the previous organization.
    await queries.cancelQueries();
    queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== query.queryKey[0] });
    await queries.invalidateQueries({ queryKey: query.queryKey, refetchType: 'none' });
  }
  const viewer = signedIn(await fetchCurrent(queries, query));
  api.organization ??= viewer?.organization?.slug ?? null;
  return viewer;
}

/** Returns a function that opens an address of the console, such as `/o/acme/nodes`. */
export function useOpen(): (address: string, replace?: boolean) => void {
  const { history, options } = useRouter();
  return (address, replace = false) =>
    history[replace ? 'replace' : 'push'](`${options.context.basepath}${address.slice(1)}`);
}

/** Returns a function that opens an address of the console with a new session. */
export function useEnter(): (address?: string) => Promise<void> {
  const api = useApi();
  const queries = useQueryClient();
  const open = useOpen();
  return async (address = '/') => {
    api.organization = organizationIn(address);
    // Of the previous session.
    queries.removeQueries({ type: 'inactive' });
    await fetchCurrent(queries, { ...viewerQuery(api), staleTime: 0 });
    open(address, true);
  };
}

export const signedIn = (data: QueryData<ViewerQuery> | undefined): SignedIn | null => {
  const viewer = data?.viewer ?? null;
  return viewer?.person == null ? null : (viewer as SignedIn);
};

/** Returns the signed-in person; null once the session ends. */
export const useSignedIn = (): SignedIn | null => signedIn(useSuspenseQuery(viewerQuery(useApi())).data);

const ViewerContext = createContext<SignedIn | null>(null);

/** Provides the signed-in person. Only the provider queries it, so that nothing below renders without one when the session ends. */
export const ViewerProvider = ViewerContext.Provider;

/** Returns the signed-in person. For components below the shell. */
export function useViewer(): SignedIn {
  const viewer = useContext(ViewerContext);
  if (viewer === null) throw new Error('useViewer needs a ViewerProvider');
  return viewer;
}

export function useRights(): Rights {
  const viewer = useViewer();
  return useMemo(() => rightsOf(viewer), [viewer]);
}
