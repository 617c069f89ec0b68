import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useApi, useApiMutation } from '../api/use-api.tsx';
import { SetActiveOrganizationDocument } from '../session/operations.generated.ts';
import { viewerQuery } from '../session/viewer.ts';

/** Returns what makes another organization the one that everything is read from and written to, and opens a page of it; the overview by default. */
export function useSwitchOrganization(): (id: string, page?: '/members') => void {
  const api = useApi();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { mutateAsync } = useApiMutation(SetActiveOrganizationDocument);
  return async (id, page) => {
    try {
      await mutateAsync({ where: { id } });
    } catch {
      // The toast says it.
      return;
    }
    const viewer = await queries.fetchQuery({ ...viewerQuery(api), staleTime: 0 });
    // Nothing of the former organization may be seen in the other one.
    queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'Viewer' });
    queries.setQueryData(viewerQuery(api).queryKey, viewer);
    await navigate({ to: page ?? '/' });
  };
}
