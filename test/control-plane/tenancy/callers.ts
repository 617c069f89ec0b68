import { randomBytes, randomUUID } from 'node:crypto';
import { createApiKey } from '../../../src/control-plane/people/accounts/api-keys.ts';
import type { Database } from '../../../src/control-plane/platform/database/database.ts';
import type { Role } from '../../../src/control-plane/request/caller.ts';
import { member, organization, session, user } from '../../../src/control-plane/tables/accounts.ts';
import { sessionCookie } from '../../harness/people.ts';
import type { CallerName } from './expectations.ts';

/** Creates people, organizations and their credentials directly in the database. */
export class People {
  readonly #database: Database;
  readonly #secret: string;

  /** `secret` signs the cookies of sessions. */
  constructor(database: Database, secret: string) {
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

/** The headers that authenticate the caller. */
export type Credential = Record<string, string>;

/** Creates the credential of a new person or of a new key of one of the two organizations. */
export function newCredential(
  people: People,
  { acme, strangers }: { acme: string; strangers: string },
  caller: CallerName,
): Promise<Credential> {
  const bearer = (key: string): Credential => ({ authorization: `Bearer ${key}` });
  /** As a browser sends it from one of our pages. */
  const cookie = async (userId: string, organizationId: string | null) => ({
    cookie: (await people.session(userId, organizationId)).cookie,
    'sec-fetch-site': 'same-origin',
  });
  const session = async (role: Role) => cookie((await people.member(`acme-${role}`, acme, role)).userId, acme);
  const key = async (role: Role, organizationId = acme, name = `acme-${role}`) =>
    bearer(await people.personalKey((await people.member(name, organizationId, role)).userId, organizationId));
  const executorKey = async (organizationId: string, name: string | null) =>
    bearer(await people.executorKey(organizationId, name));
  const systemAdmin = async (organizationId: string | null) =>
    cookie(await people.person('operator', true), organizationId);
  const make: Record<CallerName, () => Promise<Credential>> = {
    nobody: async () => ({}),
    strangerOwner: () => key('owner', strangers, 'stranger'),
    strangerExecutor: () => executorKey(strangers, null),
    member: () => session('member'),
    memberKey: () => key('member'),
    admin: () => session('admin'),
    adminKey: () => key('admin'),
    owner: () => session('owner'),
    ownerKey: () => key('owner'),
    executorKey: () => executorKey(acme, 'acme-host'),
    otherExecutorKey: () => executorKey(acme, 'acme-other-host'),
    systemAdmin: () => systemAdmin(acme),
    systemAdminElsewhere: () => systemAdmin(null),
    inactiveOwner: () => session('owner'),
    inactiveOwnerKey: () => key('owner'),
    inactiveExecutorKey: () => executorKey(acme, 'acme-host'),
  };
  return make[caller]();
}
