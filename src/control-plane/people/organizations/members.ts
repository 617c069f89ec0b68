import { isOwnerOf } from '../../../contract/permissions.ts';
import { publish } from '../../platform/bus/outbox.ts';
import { and, asc, type Database, eq, getTableColumns, isNull, oneRow } from '../../platform/database/database.ts';
import { domainError, forbidden, requireRow } from '../../platform/input/errors.ts';
import { type PersonalCaller, type Role, rankOf } from '../../request/caller.ts';
import {
  adminMutation,
  changes,
  memberMutation,
  organizationQuery,
  systemAdminMutation,
} from '../../request/operations.ts';
import type { Resolvers } from '../../request/resolvers.generated.ts';
import type { SnapshotReader } from '../../request/trail/audit-trail.ts';
import { apikey, enrolmentToken, invitation, type MembershipRow, member, user } from '../../tables/accounts.ts';
import { endResetLinks } from '../accounts/tokens.ts';
import { newId } from './organizations.ts';

type Membership = typeof member.$inferSelect;

const selectMembers = (database: Database) =>
  database
    .select({ ...getTableColumns(member), person: user })
    .from(member)
    .innerJoin(user, eq(user.id, member.userId));

const readMember = async (transaction: Database, id: string): Promise<MembershipRow> =>
  oneRow(await selectMembers(transaction).where(eq(member.id, id)));

export async function addMember(
  transaction: Database,
  membership: { organizationId: string; userId: string; role: Role; isFromGroups?: boolean },
): Promise<MembershipRow> {
  await endResetLinks(transaction, membership.userId);
  const [made] = await transaction
    .insert(member)
    .values({ id: newId(), ...membership })
    .onConflictDoNothing()
    .returning();
  if (made === undefined) throw domainError('already_member', 'this person is already a member of the organization');
  return readMember(transaction, made.id);
}

type LockedMember = Awaited<ReturnType<typeof lockMember>>;

/** Locks a member and all owners, so that two owners cannot leave at once. Throws Forbidden for an unknown member. */
export async function lockMember(transaction: Database, organizationId: string, id: string) {
  const inOrganization = eq(member.organizationId, organizationId);
  const owners = await transaction
    .select({ id: member.id })
    .from(member)
    .where(and(inOrganization, eq(member.role, 'owner')))
    .orderBy(asc(member.id))
    .for('update');
  const found = await transaction
    .select()
    .from(member)
    .where(and(eq(member.id, id), inOrganization))
    .for('update');
  return { target: requireRow(found), owners: owners.length };
}

function requireOwner(actor: PersonalCaller): void {
  if (!isOwnerOf(actor)) throw forbidden('Only an owner may add or change an owner.');
}

function requireAnotherOwner({ target, owners }: LockedMember): void {
  if (target.role === 'owner' && owners === 1)
    throw domainError('last_owner', 'an organization needs an owner; make another member an owner first');
}

export async function applyRole(transaction: Database, locked: LockedMember, role: Role): Promise<MembershipRow> {
  const { target } = locked;
  if (role !== 'owner') requireAnotherOwner(locked);
  await endResetLinks(transaction, target.userId);
  if (rankOf(role) < rankOf(target.role)) await endOffers(transaction, target);
  await transaction.update(member).set({ role }).where(eq(member.id, target.id));
  await publishChange(transaction, target);
  return readMember(transaction, target.id);
}

/** Ends a membership and revokes the person's own keys for the organization. */
export async function endMembership(transaction: Database, locked: LockedMember): Promise<MembershipRow> {
  requireAnotherOwner(locked);
  const { id, organizationId, userId } = locked.target;
  const removed = await readMember(transaction, id);
  await endOffers(transaction, removed);
  await transaction.delete(member).where(eq(member.id, id));
  const ofPerson = and(eq(apikey.configId, 'personal'), eq(apikey.referenceId, userId));
  const keys = await transaction
    .delete(apikey)
    .where(and(eq(apikey.organizationId, organizationId), ofPerson))
    .returning({ id: apikey.id });
  await publish(transaction, ...keys.map((key) => ({ kind: 'key-revoked' as const, keyId: key.id })));
  await publishChange(transaction, removed);
  return removed;
}

const publishChange = (transaction: Database, { organizationId, userId }: Membership): Promise<void> =>
  publish(transaction, { kind: 'membership-changed', organizationId, userId });

/** Revokes the open invitations and unused enrolment tokens of a person who loses rights. */
async function endOffers(transaction: Database, { organizationId, userId }: Membership): Promise<void> {
  const ofPerson = and(eq(invitation.organizationId, organizationId), eq(invitation.inviterId, userId));
  await transaction
    .update(invitation)
    .set({ status: 'canceled' })
    .where(and(ofPerson, eq(invitation.status, 'pending')));
  const { organizationId: ownerId, createdBy, usedAt, revokedAt } = enrolmentToken;
  await transaction
    .update(enrolmentToken)
    .set({ revokedAt: new Date() })
    .where(and(eq(ownerId, organizationId), eq(createdBy, userId), isNull(usedAt), isNull(revokedAt)));
}

export const memberResolvers = (): Resolvers => ({
  Query: {
    members: organizationQuery([], (args, { reader: { organizationId }, context: { budget, database } }) => {
      const all = selectMembers(database).where(eq(member.organizationId, organizationId));
      return budget.fetchPage(args, all.orderBy(asc(member.createdAt), asc(member.id)));
    }),
  },
  Mutation: {
    updateMemberRole: adminMutation({
      run: async ({ where, role }, { caller, database }) => {
        const locked = await lockMember(database, caller.organizationId, where.id);
        if (locked.target.role === 'owner' || role === 'owner') requireOwner(caller);
        return { member: await applyRole(database, locked, role) };
      },
      ...changes('member'),
    }),
    removeMember: adminMutation({
      run: async ({ where }, { caller, database }) => {
        const locked = await lockMember(database, caller.organizationId, where.id);
        if (locked.target.role === 'owner') requireOwner(caller);
        return { member: await endMembership(database, locked) };
      },
      ...changes('member'),
    }),
    leaveOrganization: memberMutation({
      run: async (_args, { caller: { organizationId, userId }, database }) => {
        const isOwn = and(eq(member.organizationId, organizationId), eq(member.userId, userId));
        const found = await database.select({ id: member.id }).from(member).where(isOwn);
        const { id } = requireRow(found, 'You are not a member of this organization.');
        return { member: await endMembership(database, await lockMember(database, organizationId, id)) };
      },
      subject: changes('member').subject,
    }),
    adminUpdateOrganizationMemberRole: systemAdminMutation({
      run: async ({ where: { organizationId, memberId }, role }, { database }) => ({
        member: await applyRole(database, await lockMember(database, organizationId, memberId), role),
      }),
      target: ({ where: { memberId: id, organizationId } }) => ({ type: 'member', id, organizationId }),
      subject: ({ member: { id, organizationId } }) => ({ type: 'member', id, organizationId }),
    }),
  },
});

export const memberSnapshot: SnapshotReader = {
  read: async (transaction, organizationId, id, locks = false) => {
    if (locks) await lockMember(transaction, organizationId, id);
    const isMember = and(eq(member.id, id), eq(member.organizationId, organizationId));
    const [row] = await selectMembers(transaction).where(isMember);
    return row && { name: row.person.email, values: { email: row.person.email, role: row.role } };
  },
};
