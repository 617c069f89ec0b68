import { createHash } from 'node:crypto';
import type { Database } from '../../../platform/database/database.ts';
import { tooManyAttempts } from '../../../platform/input/errors.ts';
import { addressBlock } from '../../accounts/failed-attempts.ts';
import { giveBack, takeToken } from '../../accounts/throttle.ts';

interface Budget {
  key: string;
  burst: number;
  secondsPerToken: number;
}

export interface Budgets {
  /** Each start writes a row and calls the provider. */
  starts: readonly Budget[];
  failures: { ofAddress: readonly Budget[]; ofIssuer: readonly Budget[] };
}

/**
 * The limits of one provider for one address, apart from those of passwords. An office behind one address signs in every
 * morning, so a sign-in that succeeds costs nothing.
 */
export function budgetsOf(providerId: string, address: string | null): Budgets {
  const block = address === null ? null : addressBlock(address);
  const at = (what: string, burst: number, secondsPerToken: number): Budget[] =>
    block === null ? [] : [{ key: `${providerId} ${what} address ${block}`, burst, secondsPerToken }];
  const all = (what: string, burst: number, secondsPerToken: number): Budget[] => [
    { key: `${providerId} ${what}`, burst, secondsPerToken },
  ];
  return {
    starts: [...at('starts', 300, 1), ...all('starts', 3000, 0.2)],
    failures: { ofAddress: at('failures', 50, 5), ofIssuer: all('failures', 1000, 0.5) },
  };
}

/** Across all replicas. Throws `rate_limited`. Not for use in a transaction. */
export async function spend(database: Database, budgets: readonly Budget[]): Promise<void> {
  for (const { key, ...rate } of budgets) {
    const waitSeconds = await takeToken(database, key, rate);
    if (waitSeconds > 0) throw tooManyAttempts(waitSeconds);
  }
}

export const giveBackAll = (database: Database, { starts, failures }: Budgets): Promise<void> =>
  giveBack(
    database,
    [...starts, ...failures.ofAddress, ...failures.ofIssuer].map(({ key }) => key),
  );

/** Longer than the ten minutes in which better-auth accepts a state. */
const stateSeconds = 1200;

/** Returns whether nobody has used the state: better-auth reads and deletes it in two statements. */
export async function consumeState(database: Database, state: string): Promise<boolean> {
  const hash = createHash('sha256').update(state).digest('base64url');
  return (await takeToken(database, `state ${hash}`, { burst: 1, secondsPerToken: stateSeconds })) === 0;
}
