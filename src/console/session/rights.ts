import { isAdminOf, isOwnerOf } from '../../contract/permissions.ts';
import type { OrganizationRole } from '../../contract/types.generated.ts';

/** What the person may do here. The control plane judges it anyway; this is for what is worth showing. */
export interface Rights {
  /** Change what belongs to the organization. */
  mayChange: boolean;
  isOwner: boolean;
  isSystemAdmin: boolean;
}
export const rightsOf = (viewer: { role: OrganizationRole | null; person: { isSystemAdmin: boolean } }): Rights => {
  const { isSystemAdmin } = viewer.person;
  const person = { role: viewer.role, isSystemAdmin };
  return { mayChange: isAdminOf(person), isOwner: isOwnerOf(person), isSystemAdmin };
};
