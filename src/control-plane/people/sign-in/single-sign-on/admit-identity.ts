import { and, type Database, eq, gt, sql, transact } from '../../../platform/database/database.ts';
import { account, invitation, twoFactor, user, verification } from '../../../tables/accounts.ts';
import { revokePersonalKeys } from '../../accounts/api-keys.ts';
import { endSessions } from '../sessions.ts';

interface Identity {
  action: 'create-user' | 'link-account' | 'sign-in';
  id?: string;
  email?: string;
  emailVerified?: boolean;
  hasRole: boolean;
}

/** Decides on an identity of the provider that has no account here, or that belongs to a person who signs in this way for the first time. */
export async function admitIdentity(
  database: Database,
  { action, id = '', email = '', emailVerified, hasRole }: Identity,
): Promise<{ error: string } | undefined> {
  if (action === 'sign-in') return undefined;
  if (emailVerified !== true) return { error: 'email_not_verified' };
  if (action === 'link-account') await transact(database, (transaction) => endUnverified(transaction, id));
  else if (!hasRole && !(await isInvited(database, email))) return { error: 'no_access' };
  return undefined;
}

export async function isInvited(database: Database, email: string): Promise<boolean> {
  const isOpen = and(eq(invitation.status, 'pending'), gt(invitation.expiresAt, sql`now()`));
  return (await database.$count(invitation, and(eq(invitation.email, email.toLowerCase()), isOpen))) > 0;
}

/** Anyone could have signed up with an address that nobody verified: ends the credentials of such a person. */
async function endUnverified(transaction: Database, userId: string): Promise<void> {
  const [row] = await transaction.select().from(user).where(eq(user.id, userId)).for('update');
  if (row === undefined || row.emailVerified) return;
  await transaction.update(account).set({ password: null }).where(eq(account.userId, userId));
  await transaction.update(user).set({ twoFactorEnabled: false }).where(eq(user.id, userId));
  await transaction.delete(twoFactor).where(eq(twoFactor.userId, userId));
  await transaction.delete(verification).where(eq(verification.value, userId));
  await endSessions(transaction, userId);
  await revokePersonalKeys(transaction, userId);
}
