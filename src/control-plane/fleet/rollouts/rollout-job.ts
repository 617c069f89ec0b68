import type { Clock } from '../../../timing/clock.ts';
import { Notify } from '../../../timing/notify.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import type { BusMessage } from '../../platform/bus/message.ts';
import { type Database, transact } from '../../platform/database/database.ts';
import { and, asc, eq, exists, or, sql } from '../../platform/database/drizzle.ts';
import type { ReplicaJob } from '../../platform/jobs/run-on-one-replica.ts';
import { upgradeRollout, upgradeRolloutMember } from '../../tables/releases.ts';
import { advanceRollout } from './advance-rollout.ts';

interface RolloutJobDeps {
  database: Database;
  bus: Pick<Bus, 'subscribe'>;
  clock: Clock;
  /** Of each upgrade that is asked for. */
  upgradeDeadlineMinutes: number;
}

/** Goes on with the rollouts: at once when an upgrade has ended or somebody changed a rollout, and every five seconds. */
export function rolloutJob({ database, bus, clock, upgradeDeadlineMinutes }: RolloutJobDeps): ReplicaJob {
  const wokenBy = new Notify(clock);
  bus.subscribe({
    onMessage: (message) => {
      if (concernsRollouts(message)) wokenBy.notify();
    },
    onGap: () => wokenBy.notify(),
  });
  return {
    what: 'go on with the rollouts of upgrades',
    everySeconds: 5,
    wokenBy,
    run: async (signal) => {
      const failures: unknown[] = [];
      for (const id of await unfinishedRollouts(database)) {
        if (signal.aborted) return;
        // One that cannot go on holds up no other.
        await transact(database, (transaction) => advanceRollout(transaction, id, upgradeDeadlineMinutes)).catch(
          (error: unknown) => failures.push(error),
        );
      }
      if (failures.length > 0)
        throw failures.length === 1 ? failures[0] : new AggregateError(failures, 'several rollouts did not go on');
    },
  };
}

/** Returns whether a rollout may go on by what a message says. Pure. */
const concernsRollouts = (message: BusMessage): boolean =>
  message.kind === 'upgrade-ended' ||
  message.kind === 'executor-deleted' ||
  (message.kind === 'changed' && message.type === 'rollout');

/** Returns those that ask or wait, and those whose last upgrades are still under way. */
async function unfinishedRollouts(database: Database): Promise<string[]> {
  const hasMemberUnderWay = exists(
    database
      .select({ one: sql`1` })
      .from(upgradeRolloutMember)
      .where(and(eq(upgradeRolloutMember.rolloutId, upgradeRollout.id), eq(upgradeRolloutMember.state, 'under_way'))),
  );
  const rows = await database
    .select({ id: upgradeRollout.id })
    .from(upgradeRollout)
    .where(or(eq(upgradeRollout.state, 'running'), hasMemberUnderWay))
    .orderBy(asc(upgradeRollout.requestedAt));
  return rows.map(({ id }) => id);
}
