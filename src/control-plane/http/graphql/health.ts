import type { Clock } from '../../../timing/clock.ts';
import { sharedRead } from '../../../timing/shared-call.ts';
import { type Database, sql } from '../../platform/database/database.ts';

/** Maximum time that a load balancer waits for an answer. */
const timeoutMs = 2000;

type Health = (path: string | undefined) => Promise<{ status: 200 | 503; text: string }> | undefined;

/** `/healthz`: the process responds. `/readyz`: its database does in time. Both are public: one statement at a time. */
export function buildHealth(database: Database, clock: Clock): Health {
  const askDatabase = sharedRead(async () => database.execute(sql`SELECT 1`), timeoutMs, clock);
  return (path) => {
    if (path === '/healthz') return Promise.resolve({ status: 200, text: 'the control plane runs' });
    if (path !== '/readyz') return undefined;
    return askDatabase().then((answer) =>
      answer === undefined ? { status: 503, text: 'the database does not answer' } : { status: 200, text: 'ready' },
    );
  };
}
