import { text } from '../../display/address.ts';

/** What the address of the list of organizations says. */
export interface OrganizationsSearch {
  /** Part of the name. */
  name?: string;
}

/** Reads the address. Pure. */
export const organizationsSearch = (search: Record<string, unknown>): OrganizationsSearch => ({
  name: text(search['name']),
});
