import type { PasswordResetLink } from '../../../contract/types.generated.ts';
import type { Database } from '../../platform/database/database.ts';
import { and, eq, gt, inArray, sql } from '../../platform/database/drizzle.ts';
import { domainError, forbidden } from '../../platform/input/errors.ts';
import { type PersonalCaller, type Role, rankOf } from '../../request/caller.ts';
import { member, user, verification } from '../../tables/accounts.ts';
import { hashLinkToken, linkOf, newLinkToken } from '../accounts/link-token.ts';
import { endResetLinks, resetIdentifierOf } from '../accounts/reset-links.ts';
import { newId } from '../organizations/organization.ts';
import { storePassword } from './passwords.ts';

const validHours = 24;

/** Makes a link with which a person sets a new password, once. Former links of the person end. */
export async function makeResetLink(
  transaction: Database,
  userId: string,
  publicUrl: string | undefined,
): Promise<PasswordResetLink> {
  const { token, hash } = newLinkToken('password');
  await endResetLinks(transaction, userId);
  const [made] = await transaction
    .insert(verification)
    .values({
      id: newId(),
      identifier: resetIdentifierOf(hash),
      value: userId,
      expiresAt: sql`now() + make_interval(hours => ${validHours})`,
    })
    .returning({ expiresAt: verification.expiresAt });
  if (made === undefined) throw new Error('the database lost the link that it inserted');
  return { token, link: linkOf(publicUrl, 'set-password', token), expiresAt: made.expiresAt.toISOString() };
}

/**
 * Checks that the caller may give somebody a new password, and so act as that person everywhere: a system administrator may; an owner or
 * admin may for members of a lower rank who belong to no other organization. Throws Forbidden.
 */
export async function requireMayReset(transaction: Database, actor: PersonalCaller, userId: string): Promise<void> {
  // Locked, so that the person gets no further membership between this check and the link.
  const [target] = await transaction.select().from(user).where(eq(user.id, userId)).for('update');
  if (actor.isSystemAdmin && target !== undefined) return;
  const memberships = await transaction.select().from(member).where(eq(member.userId, userId)).limit(2);
  const [own, other] = memberships;
  if (target === undefined || own?.organizationId !== actor.organizationId) throw forbidden();
  const isBelow = rankOf(actor.role) > rankOf(own.role as Role);
  if (isBelow && other === undefined && !target.isSystemAdmin) return;
  throw forbidden(
    'You may do this only for members of a lower role who belong to no other organization; ask an administrator of the control plane.',
  );
}

/** Returns whose password a link sets; null for one that is not valid. */
export async function findResetLinkHolder(database: Database, token: string): Promise<{ email: string } | null> {
  const [row] = await database
    .select({ email: user.email })
    .from(verification)
    .innerJoin(user, eq(user.id, verification.value))
    .where(
      and(eq(verification.identifier, resetIdentifierOf(hashLinkToken(token))), gt(verification.expiresAt, sql`now()`)),
    );
  return row ?? null;
}

/** Returns whose password a link sets. Throws `link_not_valid`. */
export async function holderOfResetLink(database: Database, token: string): Promise<{ email: string }> {
  const holder = await findResetLinkHolder(database, token);
  if (holder === null) throw notValid();
  return holder;
}

/** Uses a link up: stores the password and ends all sessions of the person. Throws `link_not_valid`. */
export async function resetPassword(
  transaction: Database,
  { token, hash, revokesKeys }: { token: string; hash: string; revokesKeys: boolean },
): Promise<{ userId: string }> {
  const [used] = await transaction
    .delete(verification)
    .where(
      and(
        inArray(verification.identifier, [resetIdentifierOf(hashLinkToken(token))]),
        gt(verification.expiresAt, sql`now()`),
      ),
    )
    .returning({ userId: verification.value });
  if (used === undefined) throw notValid();
  await storePassword(transaction, { userId: used.userId, hash, revokesKeys });
  return used;
}

const notValid = () =>
  domainError('link_not_valid', 'this link was used, replaced or has ended; ask an administrator for another');
