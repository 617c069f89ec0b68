import type { Clock } from '../../../timing/clock.ts';
import { endsWithin } from '../../../timing/ends-within.ts';
import type { Database } from '../../platform/database/database.ts';
import { sql } from '../../platform/database/drizzle.ts';

/** Maximum time that a load balancer waits for an answer. */
const timeoutMs = 2000;

export interface HealthAnswer {
  status: 200 | 503;
  text: string;
}

export type Health = (path: string | undefined) => Promise<HealthAnswer> | undefined;

/**
 * `/healthz`: the process responds. `/readyz`: its database does, within two seconds. Both are public, so one statement
 * runs at a time.
 */
export function buildHealth(database: Database, clock: Clock): Health {
  let underWay: Promise<boolean> | undefined;
  const askDatabase = () => {
    underWay ??= database
      .execute(sql`SELECT 1`)
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        underWay = undefined;
      });
    return underWay;
  };
  const isReady = async () => {
    const answer = askDatabase();
    return (await endsWithin(answer, timeoutMs, clock)) && answer;
  };
  return (path) => {
    if (path === '/healthz') return Promise.resolve({ status: 200, text: 'the control plane runs' });
    if (path !== '/readyz') return undefined;
    return isReady().then((ready) =>
      ready ? { status: 200, text: 'ready' } : { status: 503, text: 'the database does not answer' },
    );
  };
}
