import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { keyOf, useApi } from '../api/use-api.tsx';
import { OrganizationListDocument, type OrganizationListQuery } from './operations.generated.ts';

/** An organization as the list shows one. */
export type OrganizationRow = NonNullable<OrganizationListQuery['organizations']>[number];

/** The largest page that the control plane gives. */
const pageSize = 500;
/** Who has more sees the first ones. */
const maxOrganizations = 5000;

/** Fetches all organizations, page by page. Those of others are no change of one's own, so that they are fetched again now and then. */
export function useAllOrganizations(): UseQueryResult<readonly OrganizationRow[]> {
  const api = useApi();
  return useQuery({
    queryKey: keyOf(OrganizationListDocument, {}),
    queryFn: async ({ signal }) => {
      const organizations: OrganizationRow[] = [];
      for (let skip = 0; skip < maxOrganizations; skip += pageSize) {
        const page = (await api.query(OrganizationListDocument, { skip }, signal)).organizations;
        organizations.push(...page);
        if (page.length < pageSize) break;
      }
      return organizations;
    },
    meta: { shows: ['organization'] },
    refetchInterval: 15_000,
  });
}
