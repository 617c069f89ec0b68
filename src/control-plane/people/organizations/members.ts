import { isOwnerOf } from '../../../contract/permissions.ts';
import type { Member } from '../../../contract/types.generated.ts';
import { publish } from '../../platform/bus/bus.ts';
import type { Database } from '../../platform/database/database.ts';
import { and, asc, eq, isNull } from '../../platform/database/drizzle.ts';
import { domainError, forbidden } from '../../platform/input/errors.ts';
import type { Page } from '../../platform/input/pages.ts';
import { type PersonalCaller, type Role, rankOf } from '../../request/caller.ts';
import { apikey, enrolmentToken, invitation, member, user } from '../../tables/accounts.ts';
import { endResetLinks } from '../accounts/link-token.ts';
import { newId } from './organization.ts';

type MemberRow = typeof member.$inferSelect;

export async function listMembers(database: Database, organizationId: string, page: Page): Promise<Member[]> {
  const rows = await database
    .select({ member, user })
    .from(member)
    .innerJoin(user, eq(user.id, member.userId))
    .where(eq(member.organizationId, organizationId))
    .orderBy(asc(member.createdAt), asc(member.id))
    .limit(page.take)
    .offset(page.skip);
  return rows.map(describeMember);
}

export async function addMember(
  transaction: Database,
  { organizationId, userId, role }: { organizationId: string; userId: string; role: Role },
): Promise<Member> {
  await endResetLinks(transaction, userId);
  const [made] = await transaction
    .insert(member)
    .values({ id: newId(), organizationId, userId, role })
    .onConflictDoNothing()
    .returning();
  if (made === undefined) throw domainError('already_member', 'this person is already a member of the organization');
  return readMember(transaction, made.id);
}

export async function changeRole(
  transaction: Database,
  actor: PersonalCaller,
  { memberId, role }: { memberId: string; role: Role },
): Promise<Member> {
  const { target, owners } = await lockMember(transaction, { organizationId: actor.organizationId, memberId });
  if (target.role === 'owner' || role === 'owner') requireOwner(actor);
  await applyRole(transaction, { target, owners, role });
  return readMember(transaction, memberId);
}

export async function changeRoleAsSystemAdmin(
  transaction: Database,
  { organizationId, memberId, role }: { organizationId: string; memberId: string; role: Role },
): Promise<Member> {
  await applyRole(transaction, { ...(await lockMember(transaction, { organizationId, memberId })), role });
  return readMember(transaction, memberId);
}

/** Ends a membership and revokes the person's own keys for the organization. Throws Forbidden and `last_owner`. */
export async function removeMember(transaction: Database, actor: PersonalCaller, memberId: string): Promise<Member> {
  const { target, owners } = await lockMember(transaction, { organizationId: actor.organizationId, memberId });
  if (target.role === 'owner') requireOwner(actor);
  return endMembership(transaction, target, owners);
}

export async function leave(transaction: Database, actor: PersonalCaller): Promise<Member> {
  const { organizationId, userId } = actor;
  const [own] = await transaction
    .select({ id: member.id })
    .from(member)
    .where(and(eq(member.organizationId, organizationId), eq(member.userId, userId)));
  if (own === undefined) throw forbidden('You are not a member of this organization.');
  const { target, owners } = await lockMember(transaction, { organizationId, memberId: own.id });
  return endMembership(transaction, target, owners);
}

/** Locks a member and all owners, so that two owners cannot leave at once. Throws Forbidden for an unknown member. */
export async function lockMember(
  transaction: Database,
  { organizationId, memberId }: { organizationId: string; memberId: string },
): Promise<{ target: MemberRow; owners: number }> {
  const owners = await transaction
    .select({ id: member.id })
    .from(member)
    .where(and(eq(member.organizationId, organizationId), eq(member.role, 'owner')))
    .orderBy(asc(member.id))
    .for('update');
  const [target] = await transaction
    .select()
    .from(member)
    .where(and(eq(member.id, memberId), eq(member.organizationId, organizationId)))
    .for('update');
  if (target === undefined) throw forbidden();
  return { target, owners: owners.length };
}

function requireOwner(actor: PersonalCaller): void {
  if (!isOwnerOf(actor)) throw forbidden('Only an owner may add or change an owner.');
}

function requireAnotherOwner(target: MemberRow, owners: number): void {
  if (target.role === 'owner' && owners === 1) {
    throw domainError('last_owner', 'an organization needs an owner; make another member an owner first');
  }
}

async function applyRole(
  transaction: Database,
  { target, owners, role }: { target: MemberRow; owners: number; role: Role },
): Promise<void> {
  if (role !== 'owner') requireAnotherOwner(target, owners);
  await endResetLinks(transaction, target.userId);
  if (rankOf(role) < rankOf(target.role as Role)) await endOffers(transaction, target);
  await transaction.update(member).set({ role }).where(eq(member.id, target.id));
  await publishChange(transaction, target);
}

async function endMembership(transaction: Database, target: MemberRow, owners: number): Promise<Member> {
  requireAnotherOwner(target, owners);
  const removed = await readMember(transaction, target.id);
  await endOffers(transaction, target);
  await transaction.delete(member).where(eq(member.id, target.id));
  const keys = await transaction
    .delete(apikey)
    .where(
      and(
        eq(apikey.organizationId, target.organizationId),
        eq(apikey.configId, 'personal'),
        eq(apikey.referenceId, target.userId),
      ),
    )
    .returning({ id: apikey.id });
  await publish(transaction, ...keys.map(({ id }) => ({ kind: 'key-revoked' as const, keyId: id })));
  await publishChange(transaction, target);
  return removed;
}

const publishChange = (transaction: Database, { organizationId, userId }: MemberRow): Promise<void> =>
  publish(transaction, { kind: 'membership-changed', organizationId, userId });

async function readMember(transaction: Database, memberId: string): Promise<Member> {
  const [row] = await transaction
    .select({ member, user })
    .from(member)
    .innerJoin(user, eq(user.id, member.userId))
    .where(eq(member.id, memberId));
  if (row === undefined) throw new Error('the database returned no row for the member');
  return describeMember(row);
}

const describeMember = (row: { member: MemberRow; user: typeof user.$inferSelect }): Member => ({
  id: row.member.id,
  person: describePerson(row.user),
  role: row.member.role as Role,
  createdAt: row.member.createdAt.toISOString(),
});

export const describePerson = ({ id, email, name, isSystemAdmin, twoFactorEnabled }: typeof user.$inferSelect) => ({
  id,
  email,
  name,
  isSystemAdmin,
  hasSecondFactor: twoFactorEnabled === true,
});

/**
 * Revokes the open invitations and unused enrolment tokens of a person who loses rights. Call it in the same
 * transaction.
 */
export async function endOffers(
  transaction: Database,
  { organizationId, userId }: { organizationId: string; userId: string },
): Promise<void> {
  const ofPerson = and(eq(invitation.organizationId, organizationId), eq(invitation.inviterId, userId));
  await transaction
    .update(invitation)
    .set({ status: 'canceled' })
    .where(and(ofPerson, eq(invitation.status, 'pending')));
  await transaction
    .update(enrolmentToken)
    .set({ revokedAt: new Date() })
    .where(
      and(
        eq(enrolmentToken.organizationId, organizationId),
        eq(enrolmentToken.createdBy, userId),
        isNull(enrolmentToken.usedAt),
        isNull(enrolmentToken.revokedAt),
      ),
    );
}
