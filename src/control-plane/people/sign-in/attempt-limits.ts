import { createHash } from 'node:crypto';
import type { Database } from '../../platform/database/database.ts';
import { tooManyAttempts } from '../../platform/input/errors.ts';
import { addressBlock } from '../accounts/failed-attempts.ts';
import { giveBack, refill, type ThrottleRate, takeToken } from '../accounts/throttle.ts';

interface Limit extends ThrottleRate {
  key: string;
}

/** Hashed, because people type passwords where the address belongs. */
const accountKey = (email: string): string =>
  `account ${createHash('sha256').update(email.toLowerCase()).digest('base64url')}`;

/** A person from one place has ten attempts, and then one a minute. A stranger elsewhere cannot use them up, unless many join. */
function limitsOf(email: string | null, address: string | null): Limit[] {
  const place = address === null ? null : addressBlock(address);
  return [
    ...(place === null ? [] : [{ key: `address ${place}`, burst: 50, secondsPerToken: 5 }]),
    ...(email === null ? [] : [{ key: `${accountKey(email)} ${place}`, burst: 10, secondsPerToken: 60 }]),
    ...(email === null ? [] : [{ key: accountKey(email), burst: 100, secondsPerToken: 30 }]),
  ];
}

export interface Attempt {
  /** Whose password or code is tried; null where a secret of a link is. */
  email: string | null;
  /** Null when the connection is gone. */
  address: string | null;
}

/**
 * Works when neither the account nor the address had too many failures lately, on all replicas together; what `work` throws counts as a
 * failure, and so does what `isFailure` says of its result. Throws RateLimited. Not for a transaction.
 */
export async function withAttempt<T>(
  database: Database,
  { email, address }: Attempt,
  work: () => Promise<T>,
  isFailure: (result: T) => boolean = () => false,
): Promise<T> {
  const limits = limitsOf(email, address);
  for (const { key, ...rate } of limits) {
    const waitSeconds = await takeToken(database, key, rate);
    if (waitSeconds > 0) throw tooManyAttempts(waitSeconds);
  }
  const result = await work();
  if (isFailure(result)) return result;
  await giveBack(
    database,
    limits.map(({ key }) => key),
  );
  return result;
}

/** Lets an account try again at once from this address. */
export const forgetFailures = (database: Database, { email, address }: Attempt): Promise<void> =>
  refill(
    database,
    limitsOf(email, address)
      .map(({ key }) => key)
      .filter((key) => key.startsWith('account ')),
  );
