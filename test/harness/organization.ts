import { randomUUID } from 'node:crypto';
import { createApiKey } from '../../src/control-plane/people/accounts/api-keys.ts';
import type { Role } from '../../src/control-plane/request/caller.ts';
import { member, organization, user } from '../../src/control-plane/tables/accounts.ts';
import type { TestControlPlane } from './control-plane.ts';
import { withMigrated } from './opened-database.ts';

/** Creates an organization with an owner, an admin and a member, in the database: nobody signs in with a password. */
export const makeOrganization = ({ settings }: TestControlPlane, name: string) =>
  withMigrated(settings, async (database) => {
    const slug = name.toLowerCase();
    const organizationId = randomUUID();
    await database.insert(organization).values({ id: organizationId, name, slug });
    const person = async (role: Role) => {
      const id = randomUUID();
      const email = `${role}@${slug}.example`;
      await database.insert(user).values({ id, name: email, email });
      await database.insert(member).values({ id: randomUUID(), organizationId, userId: id, role });
      return id;
    };
    const [owner, admin, ordinary] = [await person('owner'), await person('admin'), await person('member')];
    const key = async (userId: string, purpose: 'executor' | 'personal') =>
      (await createApiKey(database, { userId, organizationId, purpose, name: purpose })).secret;
    return {
      personalKey: await key(owner, 'personal'),
      executorKey: await key(owner, 'executor'),
      adminKey: await key(admin, 'personal'),
      memberKey: await key(ordinary, 'personal'),
    };
  });
