import { isOwnerOf } from '../../../contract/permissions.ts';
import type { InvitationPreview } from '../../../contract/types.generated.ts';
import { publish } from '../../platform/bus/outbox.ts';
import { and, type Database, desc, eq, gt, oneRow, sql } from '../../platform/database/database.ts';
import { domainError, forbidden, invalidInput, requireRow } from '../../platform/input/errors.ts';
import { readEmail } from '../../platform/input/person.ts';
import { adminMutation, changes, organizationQuery, personMutation } from '../../request/operations.ts';
import type { Resolvers } from '../../request/resolvers.generated.ts';
import { columnSnapshot } from '../../request/trail/audit-trail.ts';
import { type InvitationRow, invitation, member, organization, user } from '../../tables/accounts.ts';
import { lockOrganization } from '../accounts/key-limits.ts';
import { hashToken, linkOf, newToken } from '../accounts/tokens.ts';
import { addMember } from './members.ts';
import { activateFirst, newId } from './organizations.ts';

const maxPending = 200;
const daySeconds = 86_400;
const maxSeconds = 30 * daySeconds;
const defaultSeconds = 7 * daySeconds;

const isPending = and(eq(invitation.status, 'pending'), gt(invitation.expiresAt, sql`now()`));

const pendingOf = (organizationId: string) => and(eq(invitation.organizationId, organizationId), isPending);

const selectByToken = (database: Database, token: string) =>
  database
    .select({ invitation, organizationName: organization.name })
    .from(invitation)
    .innerJoin(organization, eq(organization.id, invitation.organizationId))
    .where(and(eq(invitation.tokenHash, hashToken(token)), isPending, eq(organization.isActive, true)));

export async function previewInvitation(database: Database, token: string): Promise<InvitationPreview | null> {
  const [row] = await selectByToken(database, token);
  if (row === undefined) return null;
  const { email, role, expiresAt } = row.invitation;
  return { organizationName: row.organizationName, email, role: role ?? 'member', expiresAt: expiresAt.toISOString() };
}

export async function takeInvitation(transaction: Database, token: string): Promise<InvitationRow> {
  const [row] = await selectByToken(transaction, token).for('update', { of: invitation });
  if (row !== undefined) return row.invitation;
  throw domainError(
    'link_not_valid',
    'this invitation was used, revoked or has expired; ask an administrator of the organization for another',
  );
}

export function requireInvited(invited: string, email: string): void {
  if (invited !== email)
    throw domainError('wrong_account', `this invitation is for ${invited}; sign in or sign up with that address`);
}

export async function acceptInvitation(
  transaction: Database,
  { id, organizationId, role, email }: InvitationRow,
  person: { userId: string; email: string },
) {
  requireInvited(email, person.email);
  await transaction.update(invitation).set({ status: 'accepted' }).where(eq(invitation.id, id));
  const joined = await addMember(transaction, { organizationId, userId: person.userId, role: role ?? 'member' });
  // A mutation names at most one of the two.
  await publish(
    transaction,
    { kind: 'changed', organizationId, type: 'invitation', id },
    { kind: 'changed', organizationId, type: 'member', id: joined.id },
  );
  return joined;
}

/** Locks the organization and revokes an earlier invitation of a person. Throws `already_member` and `limit_reached`. */
async function makeWayFor(transaction: Database, organizationId: string, email: string): Promise<void> {
  await lockOrganization(transaction, organizationId);
  const [present] = await transaction
    .select({ id: member.id })
    .from(member)
    .innerJoin(user, eq(user.id, member.userId))
    .where(and(eq(member.organizationId, organizationId), eq(user.email, email)));
  if (present !== undefined) throw domainError('already_member', `${email} is already a member of the organization`);
  await transaction
    .update(invitation)
    .set({ status: 'canceled' })
    .where(and(pendingOf(organizationId), eq(invitation.email, email)));
  if ((await transaction.$count(invitation, pendingOf(organizationId))) >= maxPending)
    throw domainError('limit_reached', `${maxPending} invitations are already open; revoke some first`);
}

export const invitationResolvers = ({ publicUrl }: { publicUrl?: string | undefined }): Resolvers => ({
  Query: {
    invitations: organizationQuery([], (args, { reader: { organizationId }, context: { budget, database } }) => {
      const pending = database.select().from(invitation).where(pendingOf(organizationId));
      return budget.fetchPage(args, pending.orderBy(desc(invitation.createdAt), desc(invitation.id)));
    }),
  },
  Mutation: {
    /** Revokes an earlier invitation of the same person. */
    inviteMember: adminMutation({
      run: async ({ data }, { caller, database }) => {
        const { organizationId, userId } = caller;
        const role = data.role ?? 'member';
        const seconds = data.expiresInSeconds ?? defaultSeconds;
        if (seconds < daySeconds || seconds > maxSeconds)
          throw invalidInput([
            { path: ['data', 'expiresInSeconds'], message: `must be from ${daySeconds} to ${maxSeconds}` },
          ]);
        const email = readEmail(data.email, ['data', 'email']);
        if (role === 'owner' && !isOwnerOf(caller)) throw forbidden('Only an owner may invite an owner.');
        await makeWayFor(database, organizationId, email);
        const { text: token, hash: tokenHash } = newToken('invitation');
        const expiresAt = sql`now() + make_interval(secs => ${seconds})`;
        const created = await database
          .insert(invitation)
          .values({ id: newId(), organizationId, email, role, tokenHash, inviterId: userId, expiresAt })
          .returning();
        return { invitation: oneRow(created), token, link: linkOf(publicUrl, 'accept-invitation', token) };
      },
      subject: ({ invitation: { id } }) => ({ type: 'invitation', id }),
    }),
    revokeInvitation: adminMutation({
      run: async ({ where }, { caller, database }) => {
        const revoked = await database
          .update(invitation)
          .set({ status: 'canceled' })
          .where(and(eq(invitation.id, where.id), pendingOf(caller.organizationId)))
          .returning();
        return { invitation: requireRow(revoked, 'Your organization has no such open invitation.') };
      },
      ...changes('invitation'),
    }),
    acceptInvitation: personMutation({
      run: async ({ where }, { caller, database }) => {
        const joined = await acceptInvitation(database, await takeInvitation(database, where.token), caller);
        await activateFirst(database, caller, joined.organizationId);
        return { member: joined };
      },
      subject: ({ member: { id, organizationId } }) => ({ type: 'member', id, organizationId }),
    }),
  },
  Invitation: { role: ({ role }) => role ?? 'member' },
});

export const invitationSnapshot = columnSnapshot('email', (transaction, organizationId, id) => {
  const { email, role, status, expiresAt } = invitation;
  const isOwn = and(eq(invitation.id, id), eq(invitation.organizationId, organizationId));
  return transaction.select({ email, role, status, expiresAt }).from(invitation).where(isOwn);
});
