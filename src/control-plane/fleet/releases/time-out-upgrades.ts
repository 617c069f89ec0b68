import { type Database, transact } from '../../platform/database/database.ts';
import { lt, sql } from '../../platform/database/drizzle.ts';
import type { ReplicaJob } from '../../platform/jobs/run-on-one-replica.ts';
import { executorUpgrade } from '../../tables/releases.ts';
import { endUpgrades } from './end-upgrades.ts';

/** In one transaction. More are ended by the next run. */
const maxAtOnce = 500;

/** Gives up upgrades that did not end in time, every five seconds. */
export const upgradeTimeOutJob = (database: Database): ReplicaJob => ({
  what: 'give up upgrades that did not end in time',
  everySeconds: 5,
  run: (_signal, fence) =>
    transact(database, async (transaction) => {
      const isLate = lt(executorUpgrade.deadline, sql`now()`);
      const reason = 'The agent did not finish before the deadline; what it said last stands in its events.';
      // Skips executors whose heartbeat is being stored: it may end their upgrade.
      const ended = await endUpgrades(
        transaction,
        isLate,
        { state: 'timed_out', reason },
        { limit: maxAtOnce, skipLocked: true },
      );
      if (ended > 0) await fence(transaction);
    }),
});
