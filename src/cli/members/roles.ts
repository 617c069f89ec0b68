import type { OrganizationRole } from '../../contract/types.generated.ts';

export const roles = ['owner', 'admin', 'member'] as const satisfies readonly OrganizationRole[];
