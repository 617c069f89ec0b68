import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import type { QueryData } from '../../client/client.ts';
import { ViewerDocument, type ViewerQuery } from '../../client/operations.generated.ts';
import type { Api } from '../api/api.ts';
import { apiQuery, useApi } from '../api/use-api.tsx';
import { type Rights, rightsOf } from './rights.ts';

type SignedIn = NonNullable<ViewerQuery['viewer']> & {
  person: NonNullable<NonNullable<ViewerQuery['viewer']>['person']>;
};

/** Asks who is signed in. */
export const viewerQuery = (api: Api) => apiQuery(api, ViewerDocument, {}, { shows: ['member', 'organization'] });

/** Returns who is signed in, and keeps this tab in the organization that it began in; null for nobody. */
export async function enterOrganization(api: Api, queries: QueryClient): Promise<SignedIn | null> {
  const viewer = signedIn(await queries.ensureQueryData(viewerQuery(api)));
  const organizationId = viewer?.organization?.id ?? null;
  const isLeft = organizationId === null && api.organizationId !== null;
  api.actIn(organizationId);
  // Somebody else signed in here, or the membership has ended.
  return isLeft ? signedIn(await queries.fetchQuery({ ...viewerQuery(api), staleTime: 0 })) : viewer;
}

/** Returns who is signed in; null for nobody. */
export const signedIn = (data: QueryData<ViewerQuery> | undefined): SignedIn | null => {
  const viewer = data?.viewer ?? null;
  return viewer?.person == null ? null : (viewer as SignedIn);
};

/** Who is signed in; null from the moment when nobody is any more. */
export const useSignedIn = (): SignedIn | null => signedIn(useSuspenseQuery(viewerQuery(useApi())).data);

const ViewerContext = createContext<SignedIn | null>(null);

/** Around what only people see who are signed in. Only who provides it asks, so that nothing below is drawn for nobody when a session ends. */
export const ViewerProvider = ViewerContext.Provider;

/** Who is signed in. For what stands below the shell. */
export function useViewer(): SignedIn {
  const viewer = useContext(ViewerContext);
  if (viewer === null) throw new Error('there is no ViewerProvider above');
  return viewer;
}

export const useRights = (): Rights => rightsOf(useViewer());
