import type { Logger } from 'pino';
import { publish } from '../../../platform/bus/outbox.ts';
import { type Database, eq, transact } from '../../../platform/database/database.ts';
import { type Role, rankOf } from '../../../request/caller.ts';
import type { RequestContext } from '../../../request/context.ts';
import { recordAction } from '../../../request/trail/record-action.ts';
import { member, user } from '../../../tables/accounts.ts';
import { addMember, applyRole, endMembership, lockMember, memberSnapshot } from '../../organizations/members.ts';
import type { ProviderFile } from './provider-file.ts';

/** By organization. */
export type Roles = ReadonlyMap<string, Role>;
type Membership = Pick<typeof member.$inferSelect, 'id' | 'organizationId' | 'role' | 'isFromGroups'>;

interface RoleChange {
  organizationId: string;
  /** Null for a new member. */
  memberId: string | null;
  /** Null to end the membership. */
  role: Role | null;
}

/** Keycloak sends full paths: `/platform`. */
const withoutRoot = (group: string): string => group.replace(/^\//, '');

/** Returns the role in each organization: the highest one of the person's groups. */
export function rolesOf({ roles }: Pick<ProviderFile, 'roles'>, groups: readonly string[]): Roles {
  const highest = new Map<string, Role>();
  const own = new Set(groups.map(withoutRoot));
  for (const { group, organization, role } of roles)
    if (own.has(withoutRoot(group)) && rankOf(role) > rankOf(highest.get(organization) ?? null))
      highest.set(organization, role);
  return highest;
}

/** Plans the changes of memberships. Members who were added by hand keep their role. */
export function planRoles(roles: Roles, current: readonly Membership[]): RoleChange[] {
  const joined = [...roles].filter(([id]) => current.every(({ organizationId }) => organizationId !== id));
  const changed = current
    .map(({ id, organizationId, ...was }) => ({ was, id, organizationId, role: roles.get(organizationId) ?? null }))
    .filter(({ was, role }) => was.isFromGroups && was.role !== role);
  return [
    ...joined.map(([organizationId, role]) => ({ organizationId, memberId: null, role })),
    ...changed.map(({ id: memberId, organizationId, role }) => ({ organizationId, memberId, role })),
  ];
}

/** Gives a person the roles of the groups, in one transaction for each organization. An organization keeps its last owner. */
export async function applyGroups(
  database: Database,
  { userId, roles }: { userId: string; roles: Roles },
  { client: { address, userAgent }, requestId }: Pick<RequestContext, 'client' | 'requestId'>,
  log: Logger,
): Promise<void> {
  const current = await database.select().from(member).where(eq(member.userId, userId));
  for (const { organizationId, memberId, role } of planRoles(roles, current))
    await transact(database, async (transaction) => {
      const [person] = await transaction.select({ name: user.email }).from(user).where(eq(user.id, userId));
      const read = (id: string) => memberSnapshot.read(transaction, organizationId, id);
      const before = memberId === null ? undefined : await read(memberId);
      const changed = await applyChange(transaction, userId, { organizationId, memberId, role });
      if (changed === 'last owner') {
        log.warn({ organizationId, userId }, 'kept the role of an owner without a group: last owner');
        return;
      }
      await publish(transaction, { kind: 'changed', organizationId, type: 'member', id: changed.id });
      await recordAction(transaction, {
        organizationId,
        actor: { type: 'user', name: person?.name ?? '', userId, apiKeyId: null },
        action: 'applyGroupRole',
        target: { type: 'member', id: changed.id, name: person?.name ?? null },
        errorCode: null,
        origin: { address, userAgent, requestId },
        before,
        after: await read(changed.id),
      });
    });
}

async function applyChange(transaction: Database, userId: string, { organizationId, memberId, role }: RoleChange) {
  if (memberId === null)
    return addMember(transaction, { organizationId, userId, role: role ?? 'member', isFromGroups: true });
  const locked = await lockMember(transaction, organizationId, memberId);
  if (locked.target.role === 'owner' && locked.owners === 1 && role !== 'owner') return 'last owner';
  return role === null ? endMembership(transaction, locked) : applyRole(transaction, locked, role);
}
