import type { PasswordResetLink } from '../../../contract/types.generated.ts';
import type { Database } from '../../platform/database/database.ts';
import { and, eq, gt, ne, sql } from '../../platform/database/drizzle.ts';
import { domainError, forbidden } from '../../platform/input/errors.ts';
import { type PersonalCaller, type Role, rankOf } from '../../request/caller.ts';
import { account, member, session, user, verification } from '../../tables/accounts.ts';
import { revokePersonalKeys } from '../accounts/api-keys.ts';
import { endResetLinks, hashLinkToken, linkOf, newLinkToken, resetIdentifierOf } from '../accounts/link-token.ts';
import { newId } from '../organizations/organization.ts';
import { type Auth, wrongPassword } from './auths.ts';
import { endSessions } from './sessions.ts';

const ownAccount = (userId: string) => and(eq(account.userId, userId), eq(account.providerId, 'credential'));

export async function requirePassword(database: Database, auth: Auth, userId: string, password: string): Promise<void> {
  const [row] = await database.select({ hash: account.password }).from(account).where(ownAccount(userId));
  const { password: hashing } = await auth.$context;
  if (!row?.hash || !(await hashing.verify({ hash: row.hash, password }))) throw wrongPassword();
}

export async function hashPassword(auth: Auth, password: string): Promise<string> {
  return (await auth.$context).password.hash(password);
}

interface NewPassword {
  userId: string;
  hash: string;
  keptSessionId?: string;
  revokesKeys: boolean;
}

/**
 * Stores a new password. Ends the person's other sessions, pending sign-ins and reset links; with `revokesKeys` also
 * their API keys.
 */
export async function storePassword(
  transaction: Database,
  { userId, hash, keptSessionId, revokesKeys }: NewPassword,
): Promise<void> {
  await transaction.update(account).set({ password: hash, updatedAt: new Date() }).where(ownAccount(userId));
  await transaction.delete(verification).where(eq(verification.value, userId));
  await endSessions(transaction, userId, keptSessionId === undefined ? undefined : ne(session.id, keptSessionId));
  if (revokesKeys) await revokePersonalKeys(transaction, userId);
}

const validHours = 24;

/** Creates a one-time link to set a new password. The person's earlier links expire. */
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
  if (made === undefined) throw new Error('the database returned no row for the inserted link');
  return { token, link: linkOf(publicUrl, 'set-password', token), expiresAt: made.expiresAt.toISOString() };
}

/**
 * Throws Forbidden unless the caller is a system administrator, or outranks a person who belongs only to this
 * organization: a person who sets a password can act as its owner everywhere.
 */
export async function requireMayReset(transaction: Database, actor: PersonalCaller, userId: string): Promise<void> {
  // Locked, so that the person gains no membership between this check and the link.
  const [target] = await transaction.select().from(user).where(eq(user.id, userId)).for('update');
  if (actor.isSystemAdmin && target !== undefined) return;
  const memberships = await transaction.select().from(member).where(eq(member.userId, userId)).limit(2);
  const [own, other] = memberships;
  if (target === undefined || own?.organizationId !== actor.organizationId) throw forbidden();
  const isBelow = rankOf(actor.role) > rankOf(own.role as Role);
  if (isBelow && other === undefined && !target.isSystemAdmin) return;
  throw forbidden(
    'You may do this only for members with a lower role who belong to no other organization; ask an administrator of the control plane.',
  );
}

const isResetLink = (token: string) =>
  and(eq(verification.identifier, resetIdentifierOf(hashLinkToken(token))), gt(verification.expiresAt, sql`now()`));

export async function findResetLinkHolder(database: Database, token: string): Promise<{ email: string } | null> {
  const [row] = await database
    .select({ email: user.email })
    .from(verification)
    .innerJoin(user, eq(user.id, verification.value))
    .where(isResetLink(token));
  return row ?? null;
}

export async function holderOfResetLink(database: Database, token: string): Promise<{ email: string }> {
  const holder = await findResetLinkHolder(database, token);
  if (holder === null) throw notValid();
  return holder;
}

export async function resetPassword(
  transaction: Database,
  { token, hash, revokesKeys }: { token: string; hash: string; revokesKeys: boolean },
): Promise<{ userId: string }> {
  const [used] = await transaction
    .delete(verification)
    .where(isResetLink(token))
    .returning({ userId: verification.value });
  if (used === undefined) throw notValid();
  await storePassword(transaction, { userId: used.userId, hash, revokesKeys });
  return used;
}

const notValid = () =>
  domainError('link_not_valid', 'this link was used, replaced or has expired; ask an administrator for another');
