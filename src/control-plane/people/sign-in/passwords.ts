import { publish } from '../../platform/bus/publish.ts';
import type { Database } from '../../platform/database/database.ts';
import { and, eq, ne } from '../../platform/database/drizzle.ts';
import { account, session, verification } from '../../tables/accounts.ts';
import { revokePersonalKeys } from '../accounts/api-keys.ts';
import { type Auth, wrongPassword } from './auths.ts';

const ownAccount = (userId: string) => and(eq(account.userId, userId), eq(account.providerId, 'credential'));

/** Throws `wrong_credentials` when it is not the person's password. */
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
 * Stores a new password. Ends the person's sessions, except for one that may be named, and what the former password began: a sign-in that
 * waits for a second factor, a link for another password. With `revokesKeys`, the person's own API keys become worthless too.
 */
export async function storePassword(
  transaction: Database,
  { userId, hash, keptSessionId, revokesKeys }: NewPassword,
): Promise<void> {
  await transaction.update(account).set({ password: hash, updatedAt: new Date() }).where(ownAccount(userId));
  await transaction.delete(verification).where(eq(verification.value, userId));
  const ended = await transaction
    .delete(session)
    .where(and(eq(session.userId, userId), keptSessionId === undefined ? undefined : ne(session.id, keptSessionId)))
    .returning({ id: session.id });
  await publish(transaction, ...ended.map(({ id }) => ({ kind: 'sessions-ended' as const, userId, sessionId: id })));
  if (revokesKeys) await revokePersonalKeys(transaction, userId);
}
