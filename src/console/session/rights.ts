import type { OrganizationRole } from '../../contract/types.generated.ts';

/** What the person may do here. The control plane judges it anyway; this is for what is worth showing. */
export interface Rights {
  /** Change what belongs to the organization: for its owners and admins, and for system administrators. */
  mayChange: boolean;
  isOwner: boolean;
  isSystemAdmin: boolean;
}
export const rightsOf = (viewer: { role: OrganizationRole | null; person: { isSystemAdmin: boolean } }): Rights => {
  const { role, person } = viewer;
  return {
    mayChange: person.isSystemAdmin || role === 'owner' || role === 'admin',
    isOwner: person.isSystemAdmin || role === 'owner',
    isSystemAdmin: person.isSystemAdmin,
  };
};
