import { text } from '../../display/address.ts';

export interface OrganizationsSearch {
  /** Part of the name. */
  name?: string;
}

/** Reads the address. Pure. */
export const organizationsSearch = (search: Record<string, unknown>): OrganizationsSearch => ({
  name: text(search['name']),
});
