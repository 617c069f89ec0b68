import { isOwnerOf } from '../../../contract/permissions.ts';
import type { CreatedInvitation, Invitation, InvitationPreview, Member } from '../../../contract/types.generated.ts';
import { publish } from '../../platform/bus/bus.ts';
import type { Database } from '../../platform/database/database.ts';
import { and, count, desc, eq, gt, sql } from '../../platform/database/drizzle.ts';
import { domainError, forbidden } from '../../platform/input/errors.ts';
import type { Page } from '../../platform/input/pages.ts';
import type { PersonalCaller, Role } from '../../request/caller.ts';
import { invitation, member, organization, user } from '../../tables/accounts.ts';
import { hashLinkToken, linkOf, newLinkToken } from '../accounts/link-token.ts';
import { addMember } from './members.ts';
import { newId } from './organization.ts';

const maxPending = 200;

type InvitationRow = typeof invitation.$inferSelect;

export interface InvitationRequest {
  email: string;
  role: Role;
  expiresInDays: number;
  publicUrl: string | undefined;
}

/**
 * Invites a person, and revokes an earlier invitation of the same person. Throws Forbidden, `already_member` and
 * `limit_reached`.
 */
export async function invite(
  transaction: Database,
  actor: PersonalCaller,
  { email, role, expiresInDays, publicUrl }: InvitationRequest,
): Promise<CreatedInvitation> {
  const { organizationId, userId } = actor;
  if (role === 'owner' && !isOwnerOf(actor)) throw forbidden('Only an owner may invite an owner.');
  // Serialized, so that the limit holds.
  await transaction.select().from(organization).where(eq(organization.id, organizationId)).for('update');
  const [present] = await transaction
    .select({ id: member.id })
    .from(member)
    .innerJoin(user, eq(user.id, member.userId))
    .where(and(eq(member.organizationId, organizationId), eq(user.email, email)));
  if (present !== undefined) throw domainError('already_member', `${email} is already a member of the organization`);
  await transaction
    .update(invitation)
    .set({ status: 'canceled' })
    .where(and(eq(invitation.organizationId, organizationId), eq(invitation.email, email), isPending));
  const [pending] = await transaction
    .select({ count: count() })
    .from(invitation)
    .where(and(eq(invitation.organizationId, organizationId), isPending));
  if ((pending?.count ?? 0) >= maxPending) {
    throw domainError('limit_reached', `${maxPending} invitations are already open; revoke some first`);
  }
  const { token, hash } = newLinkToken('invitation');
  const [made] = await transaction
    .insert(invitation)
    .values({
      id: newId(),
      ...{ organizationId, email, role, tokenHash: hash, inviterId: userId },
      expiresAt: sql`now() + make_interval(days => ${expiresInDays})`,
    })
    .returning();
  if (made === undefined) throw new Error('the database returned no row for the inserted invitation');
  return { invitation: describeInvitation(made), token, link: linkOf(publicUrl, 'accept-invitation', token) };
}

export async function listInvitations(database: Database, organizationId: string, page: Page): Promise<Invitation[]> {
  const rows = await database
    .select()
    .from(invitation)
    .where(and(eq(invitation.organizationId, organizationId), isPending))
    .orderBy(desc(invitation.createdAt), desc(invitation.id))
    .limit(page.take)
    .offset(page.skip);
  return rows.map(describeInvitation);
}

export async function revokeInvitation(
  transaction: Database,
  { organizationId }: PersonalCaller,
  id: string,
): Promise<Invitation> {
  const [row] = await transaction
    .update(invitation)
    .set({ status: 'canceled' })
    .where(and(eq(invitation.id, id), eq(invitation.organizationId, organizationId), isPending))
    .returning();
  if (row === undefined) throw forbidden('Your organization has no such open invitation.');
  return describeInvitation(row);
}

export async function previewInvitation(database: Database, token: string): Promise<InvitationPreview | null> {
  const [row] = await database
    .select({ invitation, organizationName: organization.name, isActive: organization.isActive })
    .from(invitation)
    .innerJoin(organization, eq(organization.id, invitation.organizationId))
    .where(and(eq(invitation.tokenHash, hashLinkToken(token)), isPending));
  if (row === undefined || !row.isActive) return null;
  const { email, role, expiresAt } = describeInvitation(row.invitation);
  return { organizationName: row.organizationName, email, role, expiresAt };
}

export async function takeInvitation(transaction: Database, token: string): Promise<InvitationRow> {
  const [row] = await transaction
    .select({ invitation })
    .from(invitation)
    .innerJoin(organization, eq(organization.id, invitation.organizationId))
    .where(and(eq(invitation.tokenHash, hashLinkToken(token)), isPending, eq(organization.isActive, true)))
    .for('update', { of: invitation });
  if (row === undefined) {
    throw domainError(
      'link_not_valid',
      'this invitation was used, revoked or has expired; ask an administrator of the organization for another',
    );
  }
  return row.invitation;
}

export function requireInvited(invited: string, email: string): void {
  if (invited !== email)
    throw domainError('wrong_account', `this invitation is for ${invited}; sign in or sign up with that address`);
}

export async function acceptInvitation(
  transaction: Database,
  { id, organizationId, role, email }: InvitationRow,
  person: { userId: string; email: string },
): Promise<Member & { organizationId: string }> {
  requireInvited(email, person.email);
  await transaction.update(invitation).set({ status: 'accepted' }).where(eq(invitation.id, id));
  const joined = await addMember(transaction, { organizationId, userId: person.userId, role: roleOf(role) });
  // A mutation names at most one of the two.
  await publish(
    transaction,
    { kind: 'changed', organizationId, type: 'invitation', id },
    { kind: 'changed', organizationId, type: 'member', id: joined.id },
  );
  return { ...joined, organizationId };
}

const isPending = and(eq(invitation.status, 'pending'), gt(invitation.expiresAt, sql`now()`));

const roleOf = (role: string | null): Role => (role === 'owner' || role === 'admin' ? role : 'member');

const describeInvitation = (row: InvitationRow): Invitation => ({
  id: row.id,
  email: row.email,
  role: roleOf(row.role),
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
});
