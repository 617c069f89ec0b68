import { createHash } from 'node:crypto';
import { isDatabaseAway } from '../../platform/database/connection-fault.ts';
import { and, type Database, eq, gt, type SQL, sql } from '../../platform/database/database.ts';
import { tooManyAttempts } from '../../platform/input/errors.ts';
import type { RequestContext } from '../../request/context.ts';
import type { Refused } from '../../request/outcome.ts';
import { user, verification } from '../../tables/accounts.ts';
import { addressBlock } from '../accounts/failed-attempts.ts';
import { giveBack, refill, takeToken } from '../accounts/throttle.ts';
import { cookieOf, secondFactorCookieName, unsignCookie } from './auths.ts';
import { firstOrganizationOf } from './sessions.ts';

/** Hashed, because people type passwords into the address field. */
const accountKey = (email: string): string =>
  `account ${createHash('sha256').update(email.toLowerCase()).digest('base64url')}`;

/**
 * A person gets ten attempts per address, then one a minute. A stranger elsewhere cannot use them up, unless many join.
 * `email`: the account whose password or code is tried; null for the secret of a link.
 */
function limitsOf(email: string | null, address: string | null) {
  const place = address === null ? null : addressBlock(address);
  return [
    ...(place === null ? [] : [{ key: `address ${place}`, burst: 50, secondsPerToken: 5 }]),
    ...(email === null ? [] : [{ key: `${accountKey(email)} ${place}`, burst: 10, secondsPerToken: 60 }]),
    ...(email === null ? [] : [{ key: accountKey(email), burst: 100, secondsPerToken: 30 }]),
  ];
}

type Attempting = Pick<RequestContext, 'database'> & { client: Pick<RequestContext['client'], 'address'> };

/**
 * Runs `work` unless the account or address had too many recent failures, across all replicas. An exception counts as a
 * failure, except of the database, which shows nothing about the password; so does null. Throws `rate_limited`. Not for
 * use in a transaction.
 */
export async function withAttempt<T>(
  { client, database }: Attempting,
  email: string | null,
  work: () => Promise<T>,
): Promise<T> {
  const limits = limitsOf(email, client.address);
  for (const { key, ...rate } of limits) {
    const waitSeconds = await takeToken(database, key, rate);
    if (waitSeconds > 0) throw tooManyAttempts(waitSeconds);
  }
  const keys = limits.map(({ key }) => key);
  let result: T;
  try {
    result = await work();
  } catch (error) {
    if (isDatabaseAway(error)) await giveBack(database, keys);
    throw error;
  }
  if (result !== null) await giveBack(database, keys);
  return result;
}

export function forgetFailures({ client, database }: Attempting, email: string): Promise<void> {
  const keys = limitsOf(email, client.address).map(({ key }) => key);
  const ofAccount = keys.filter((key) => key.startsWith('account '));
  return refill(database, ofAccount);
}

/** Returns the account of a refused sign-in. One statement, so that an unknown account takes as long. */
export const accountOfAddress = (database: Database, email: string): Promise<Refused | null> =>
  accountTried(database, eq(user.email, email.trim().toLowerCase()));

export async function accountOfChallenge(
  { client, database }: RequestContext,
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

async function accountTried(database: Database, condition: SQL): Promise<Refused | null> {
  const organizationId = sql<string | null>`${firstOrganizationOf(database, user.id)}`;
  const [row] = await database.select({ id: user.id, name: user.email, organizationId }).from(user).where(condition);
  return row === undefined ? null : { type: 'person', ...row };
}
