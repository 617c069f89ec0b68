import { and, type Database, eq, gt, sql, transact } from '../../../platform/database/database.ts';
import { account, invitation, member, twoFactor, user, verification } from '../../../tables/accounts.ts';
import { revokePersonalKeys } from '../../accounts/api-keys.ts';
import { endSessions } from '../sessions.ts';

interface Identity {
  action: 'create-user' | 'link-account' | 'sign-in';
  /** Names the issuer, in `account`. */
  providerId: string;
  id?: string;
  email?: string;
  /** Undefined: the provider did not say. */
  emailVerified: boolean | undefined;
  hasRole: boolean;
}

/** Decides on an identity of the provider that has no account here, or that belongs to a person who signs in this way for the first time. */
export async function admitIdentity(
  database: Database,
  { action, providerId, id = '', email = '', emailVerified, hasRole }: Identity,
): Promise<{ error: string } | undefined> {
  if (action === 'sign-in') return undefined;
  if (emailVerified === undefined) return { error: 'email_verified_missing' };
  if (!emailVerified) return { error: 'email_not_verified' };
  if (action === 'link-account') return transact(database, (transaction) => prepareLink(transaction, id, providerId));
  return hasRole || (await isInvited(database, email)) ? undefined : { error: 'no_access' };
}

export async function isInvited(database: Database, email: string): Promise<boolean> {
  const isOpen = and(eq(invitation.status, 'pending'), gt(invitation.expiresAt, sql`now()`));
  return (await database.$count(invitation, and(eq(invitation.email, email.toLowerCase()), isOpen))) > 0;
}

/**
 * Prepares a person for another identity of the issuer. An organization gives an address to somebody else when a person
 * leaves: another subject gets nothing of the person who signs in by the first one, until nothing is left to get.
 */
async function prepareLink(
  transaction: Database,
  userId: string,
  providerId: string,
): Promise<{ error: string } | undefined> {
  const [row] = await transaction.select().from(user).where(eq(user.id, userId)).for('update');
  if (row === undefined) return undefined;
  const ofIssuer = and(eq(account.userId, userId), eq(account.providerId, providerId));
  const isRecycled = (await transaction.$count(account, ofIssuer)) > 0;
  const isMember = (await transaction.$count(member, eq(member.userId, userId))) > 0;
  if (isRecycled && (isMember || row.isSystemAdmin)) return { error: 'address_of_another_account' };
  await transaction.delete(account).where(ofIssuer);
  // Anyone could have signed up with an address that nobody verified.
  if (isRecycled || !row.emailVerified) await endCredentials(transaction, userId);
  return undefined;
}

async function endCredentials(transaction: Database, userId: string): Promise<void> {
  await transaction.update(account).set({ password: null }).where(eq(account.userId, userId));
  await transaction.update(user).set({ twoFactorEnabled: false }).where(eq(user.id, userId));
  await transaction.delete(twoFactor).where(eq(twoFactor.userId, userId));
  await transaction.delete(verification).where(eq(verification.value, userId));
  await endSessions(transaction, userId);
  await revokePersonalKeys(transaction, userId);
}
