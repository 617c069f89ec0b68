import { ownVersion } from '../../../version.ts';
import { eq } from '../../platform/database/drizzle.ts';
import { publicQuery } from '../../request/query.ts';
import type { Resolvers } from '../../request/resolvers.generated.ts';
import { organization, user } from '../../tables/accounts.ts';
import { describePerson } from '../organizations/members.ts';
import { describeOrganization, listMemberships, maxMemberships } from '../organizations/organization.ts';

/** Who calls. */
export const viewerResolvers = (): Resolvers => ({
  Query: { viewer: publicQuery(async (_args, { caller }) => caller) },
  Viewer: {
    controlPlaneVersion: ownVersion,
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
    organizations: (caller, { having }, { database, budget }) =>
      caller.purpose === 'executor'
        ? []
        : budget.fetchRows(maxMemberships, (limit) =>
            listMemberships(database, { userId: caller.userId, having: having ?? null, limit }),
          ),
  },
});
