import { type QueryClient, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { createContext, useContext, useMemo } from 'react';
import type { QueryData } from '../../client/client.ts';
import { ViewerDocument, type ViewerQuery } from '../../client/operations.generated.ts';
import type { Api } from '../api/api.ts';
import { apiQuery, useApi } from '../api/use-api.tsx';
import { type Rights, rightsOf } from './rights.ts';

type SignedIn = NonNullable<ViewerQuery['viewer']> & {
  person: NonNullable<NonNullable<ViewerQuery['viewer']>['person']>;
};

export const viewerQuery = (api: Api) => apiQuery(api, ViewerDocument, {}, { shows: ['member', 'organization'] });

/** Returns the signed-in person, or null, and keeps this tab in its organization. */
export async function enterOrganization(api: Api, queries: QueryClient): Promise<SignedIn | null> {
  const viewer = signedIn(await queries.ensureQueryData(viewerQuery(api)));
  const organizationId = viewer?.organization?.id ?? null;
  const isLeft = organizationId === null && api.organizationId !== null;
  api.actIn(organizationId);
  // Another person signed in, or the membership ended.
  return isLeft ? signedIn(await queries.fetchQuery({ ...viewerQuery(api), staleTime: 0 })) : viewer;
}

/** Returns a function that opens an address of the console with a new session. */
export function useEnter(): (href?: string) => Promise<void> {
  const api = useApi();
  const queries = useQueryClient();
  const router = useRouter();
  return async (href = '/') => {
    await queries.fetchQuery({ ...viewerQuery(api), staleTime: 0 });
    await router.navigate({ href, replace: true });
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
