import { ownVersion } from '../../../version.ts';
import { eq } from '../../platform/database/database.ts';
import { publicQuery } from '../../request/operations.ts';
import type { Resolvers } from '../../request/resolvers.generated.ts';
import { organization, user } from '../../tables/accounts.ts';
import { selectMemberships } from '../organizations/organizations.ts';

const maxMemberships = 100;

export const viewerResolvers = (): Resolvers => ({
  Query: { viewer: publicQuery(async (_args, { caller }) => caller) },
  Viewer: {
    controlPlaneVersion: ownVersion,
    organization: async ({ organizationId }, _args, { database }) => {
      if (organizationId === null) return null;
      return (await database.select().from(organization).where(eq(organization.id, organizationId)))[0] ?? null;
    },
    // An executor acts for no person.
    role: (caller) => (caller.purpose === 'personal' ? caller.role : null),
    person: async (caller, _args, { database }) => {
      if (caller.purpose === 'executor') return null;
      return (await database.select().from(user).where(eq(user.id, caller.userId)))[0] ?? null;
    },
    organizations: (caller, _args, { database, budget }) =>
      caller.purpose === 'executor' ? [] : budget.fetchRows(maxMemberships, selectMemberships(database, caller.userId)),
  },
});
