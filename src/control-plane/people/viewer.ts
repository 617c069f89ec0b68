import { organization, user } from '../accounts/tables.ts';
import { eq } from '../database/drizzle.ts';
import { describePerson } from '../organizations/members.ts';
import { describeOrganization, listMemberships, maxMemberships } from '../organizations/organization.ts';
import { publicQuery } from '../request/query.ts';
import type { Resolvers } from '../request/resolvers.generated.ts';

/** Who calls. */
export const viewerResolvers = (): Resolvers => ({
  Query: { viewer: publicQuery(async (_args, { caller }) => caller) },
  Viewer: {
    organization: async ({ organizationId }, _args, { database }) => {
      if (organizationId === null) return null;
      const [row] = await database.select().from(organization).where(eq(organization.id, organizationId));
      return row === undefined ? null : describeOrganization(row);
    },
    // An executor acts for no person.
    role: (caller) => (caller.purpose === 'personal' ? caller.role : null),
    person: async (caller, _args, { database }) => {
      if (caller.purpose === 'executor') return null;
      const [row] = await database.select().from(user).where(eq(user.id, caller.userId));
      return row === undefined ? null : describePerson(row);
    },
    organizations: (caller, _args, { database, budget }) =>
      caller.purpose === 'executor'
        ? []
        : budget.fetchRows(maxMemberships, (limit) => listMemberships(database, caller.userId, limit)),
  },
});
