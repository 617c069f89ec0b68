import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { SetActiveOrganizationDocument, ViewerDocument } from '../../client/operations.generated.ts';
import { useApi } from '../api/use-api.tsx';
import { showFailure } from '../display/answers.tsx';
import { viewerQuery } from '../session/viewer.ts';

/** Returns a function that switches this tab, and new ones, to an organization and opens its overview or another page. */
export function useSwitchOrganization(): (id: string, page?: '/members' | 'same') => void {
  const api = useApi();
  const queries = useQueryClient();
  const navigate = useNavigate();
  return async (id, page) => {
    try {
      await api.mutate(SetActiveOrganizationDocument, { where: { id } });
      api.actIn(id);
      const viewer = await api.query(ViewerDocument, {});
      // No data of the previous organization may stay visible.
      const others = { predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[0] !== 'Viewer' };
      if (page !== 'same') queries.removeQueries(others);
      queries.setQueryData(viewerQuery(api).queryKey, viewer);
      if (page === 'same') await queries.resetQueries(others);
      else await navigate({ to: page ?? '/' });
    } catch (error) {
      showFailure(error);
    }
  };
}
