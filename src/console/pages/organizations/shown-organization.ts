import type { OrganizationListQuery } from './operations.generated.ts';

/** An organization as the list shows one. */
export type OrganizationRow = NonNullable<OrganizationListQuery['organizations']>[number];
