import { randomBytes, randomUUID } from 'node:crypto';
import { createApiKey } from '../../src/control-plane/people/accounts/api-keys.ts';
import type { Database } from '../../src/control-plane/platform/database/database.ts';
import type { Role } from '../../src/control-plane/request/caller.ts';
import { member, organization, session, user } from '../../src/control-plane/tables/accounts.ts';
import type { TestControlPlane } from './control-plane.ts';
import { withMigrated } from './opened-database.ts';
import { sessionCookie } from './people.ts';

/** Creates people, organizations and their credentials directly in the database. */
export class People {
  readonly #database: Database;
  readonly #secret: string;

  /** `secret` signs the cookies of sessions. */
  constructor(database: Database, secret = '') {
    this.#database = database;
    this.#secret = secret;
  }

  async organization(name: string): Promise<string> {
    const id = randomUUID();
    await this.#database.insert(organization).values({ id, name, slug: name.toLowerCase() });
    return id;
  }

  /** Returns the id of a new person. */
  async person(name: string, isSystemAdmin = false): Promise<string> {
    const id = randomUUID();
    await this.#database.insert(user).values({ id, name, email: `${name}-${id}@example.com`, isSystemAdmin });
    return id;
  }

  async member(name: string, organizationId: string, role: Role): Promise<{ userId: string; memberId: string }> {
    const [userId, memberId] = [await this.person(name), randomUUID()];
    await this.#database.insert(member).values({ id: memberId, organizationId, userId, role });
    return { userId, memberId };
  }

  async personalKey(userId: string, organizationId: string): Promise<string> {
    const request = { userId, organizationId, purpose: 'personal' as const, name: `of ${organizationId}` };
    return (await createApiKey(this.#database, request)).secret;
  }

  /** A key of an executor; of its first user if none is named. */
  async executorKey(organizationId: string, executorName: string | null): Promise<string> {
    const request = { userId: null, organizationId, purpose: 'executor' as const, name: `of ${organizationId}` };
    return (await createApiKey(this.#database, { ...request, executorName })).secret;
  }

  /** A session, with its cookie as a browser sends it. */
  async session(userId: string, activeOrganizationId: string | null): Promise<{ id: string; cookie: string }> {
    const token = randomBytes(24).toString('base64url');
    const id = randomUUID();
    const expiresAt = new Date(Date.now() + 3_600_000);
    await this.#database.insert(session).values({ id, token, userId, activeOrganizationId, expiresAt });
    return { id, cookie: sessionCookie(token, this.#secret) };
  }
}

/** Creates an organization with an owner, an admin and a member, in the database: nobody signs in with a password. */
export const makeOrganization = ({ settings }: TestControlPlane, name: string) =>
  withMigrated(settings, async (database) => {
    const people = new People(database);
    const id = await people.organization(name);
    const keyOf = async (role: Role) => people.personalKey((await people.member(role, id, role)).userId, id);
    return {
      personalKey: await keyOf('owner'),
      executorKey: await people.executorKey(id, null),
      adminKey: await keyOf('admin'),
      memberKey: await keyOf('member'),
    };
  });
