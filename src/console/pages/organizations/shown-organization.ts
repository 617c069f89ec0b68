import type { OrganizationListQuery } from './operations.generated.ts';

export type OrganizationRow = NonNullable<OrganizationListQuery['organizations']>[number];
