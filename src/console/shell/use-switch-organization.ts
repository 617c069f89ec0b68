import { SetActiveOrganizationDocument } from '../../client/operations.generated.ts';
import { withOrganization } from '../api/organization-address.ts';
import { useApi } from '../api/use-api.tsx';
import { showFailure } from '../display/answers.tsx';
import { useOpen } from '../session/viewer.ts';

/** Returns a function that opens a page in another organization, which addresses without one then open as well. */
export function useSwitchOrganization(): (to: { id: string; slug: string }, page?: string) => void {
  const api = useApi();
  const open = useOpen();
  return async ({ id, slug }, page = '/') => {
    try {
      await api.mutate(SetActiveOrganizationDocument, { where: { id } });
      open(withOrganization(page, slug));
    } catch (error) {
      showFailure(error);
    }
  };
}
