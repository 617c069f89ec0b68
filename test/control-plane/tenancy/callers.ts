import type { Role } from '../../../src/control-plane/request/caller.ts';
import type { People } from '../../harness/organization.ts';
import type { CallerName } from './expectations.ts';

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
