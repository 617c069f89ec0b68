import { permissionTable } from './permissions.generated.ts';
import type { OrganizationRole, Permission } from './types.generated.ts';

export type RootName = keyof typeof permissionTable;

/** The wrappers of queries, mutations and subscriptions check it on each call. */
export const permissionOf = (root: RootName, field: string): Permission | undefined =>
  (permissionTable[root] as Partial<Record<string, Permission>>)[field];

/** A person in an organization; a system administrator who is not a member has no role. */
interface Person {
  role: OrganizationRole | null;
  isSystemAdmin: boolean;
}

/** Whether a person has the permission `admin`: can see secrets and change things. */
export const isAdminOf = ({ role, isSystemAdmin }: Person): boolean =>
  isSystemAdmin || role === 'owner' || role === 'admin';

/** Whether a person can also add, change and remove owners. */
export const isOwnerOf = ({ role, isSystemAdmin }: Person): boolean => isSystemAdmin || role === 'owner';
