import type { Database } from '../../platform/database/database.ts';
import { and, asc, eq, gt, type SQL, sql } from '../../platform/database/drizzle.ts';
import type { RequestClient } from '../../request/client.ts';
import type { Refused } from '../../request/outcome.ts';
import { member, organization, user, verification } from '../../tables/accounts.ts';
import { cookieOf, secondFactorCookieName, unsignCookie } from './session-cookie.ts';

/** Returns whose account a refused sign-in was for. One statement, so that an unknown account takes as long. */
export const accountOfAddress = (database: Database, email: string): Promise<Refused | null> =>
  accountTried(database, eq(user.email, email.trim().toLowerCase()));

/** Returns whose second factor was refused, as the cookie of the sign-in that waits for it says. */
export async function accountOfChallenge(
  database: Database,
  client: Pick<RequestClient, 'cookie' | 'isSecure'>,
  secret: string,
): Promise<Refused | null> {
  const cookie = cookieOf(client.cookie, secondFactorCookieName(client));
  const challenge = cookie === undefined ? undefined : unsignCookie(cookie, secret);
  if (challenge === undefined) return null;
  const waiting = database
    .select({ userId: verification.value })
    .from(verification)
    .where(and(eq(verification.identifier, challenge), gt(verification.expiresAt, sql`now()`)));
  return accountTried(database, sql`${user.id} IN ${waiting}`);
}

/** The organization is the one that the person would act in. */
async function accountTried(database: Database, condition: SQL): Promise<Refused | null> {
  const first = database
    .select({ id: organization.id })
    .from(member)
    .innerJoin(organization, eq(organization.id, member.organizationId))
    .where(and(eq(member.userId, user.id), eq(organization.isActive, true)))
    .orderBy(asc(member.createdAt), asc(member.id))
    .limit(1);
  const [row] = await database
    .select({ id: user.id, name: user.email, organizationId: sql<string | null>`${first}` })
    .from(user)
    .where(condition);
  return row === undefined ? null : { type: 'person', ...row };
}
