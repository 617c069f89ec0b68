import { isAdminOf, isOwnerOf } from '../../contract/permissions.ts';
import type { OrganizationRole } from '../../contract/types.generated.ts';

/** The person's rights, for hiding controls. The control plane enforces them. */
export interface Rights {
  /** May change the organization's objects. */
  mayChange: boolean;
  isOwner: boolean;
  isSystemAdmin: boolean;
}
export const rightsOf = (viewer: { role: OrganizationRole | null; person: { isSystemAdmin: boolean } }): Rights => {
  const { isSystemAdmin } = viewer.person;
  const person = { role: viewer.role, isSystemAdmin };
  return { mayChange: isAdminOf(person), isOwner: isOwnerOf(person), isSystemAdmin };
};
