import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { UpgradeRolloutState } from '../../../contract/types.generated.ts';
import { counted } from '../../../text/counted.ts';
import { recordEvents } from '../../history/events/record-events.ts';
import { type Database, hasKey, oneRow, sql } from '../../platform/database/database.ts';
import { domainError, type Issue, requireRow } from '../../platform/input/errors.ts';
import type { PersonalCaller } from '../../request/caller.ts';
import { adminMutation, changes } from '../../request/operations.ts';
import type { Resolvers } from '../../request/resolvers.generated.ts';
import { type RolloutRow, upgradeRollout } from '../../tables/releases.ts';
import { lockExecutors } from '../executors/find-executor.ts';
import { type Member, readMembers, rolloutEvent, storeMembers } from './members.ts';
import { isFailure } from './plan-rollout.ts';
import { selectRollout } from './rollouts.ts';
import { busyExecutors, notPossible } from './start-rollout.ts';

/** Throws Forbidden, and `rollout_not_possible` for another state. */
async function lockRollout(
  transaction: Database,
  { organizationId }: PersonalCaller,
  { id }: { id: string },
  what: string,
  ...states: UpgradeRolloutState[]
): Promise<RolloutRow> {
  const rollout = requireRow(await selectRollout(transaction, organizationId, id).for('update'));
  if (states.includes(rollout.state)) return rollout;
  const only = `only a rollout that is ${states.join(' or ')} can be ${what}`;
  throw domainError('rollout_not_possible', `the rollout of ${rollout.targetVersion} is ${rollout.state}; ${only}`);
}

async function become(
  transaction: Database,
  { id, organizationId }: RolloutRow,
  change: PgUpdateSetSource<typeof upgradeRollout>,
  ...[happening, what]: [happening: 'paused' | 'resumed' | 'cancelled', what: string]
): Promise<RolloutRow> {
  const changed = await transaction
    .update(upgradeRollout)
    .set({ ...change, updatedAt: sql`now()` })
    .where(hasKey(upgradeRollout, organizationId, id))
    .returning();
  const row = oneRow(changed);
  await recordEvents(transaction, organizationId, [rolloutEvent(row, happening, what)]);
  return row;
}

const resumedMember = (member: Member, skipFailed: boolean): Member =>
  skipFailed || member.executorId === null
    ? { ...member, state: 'skipped' }
    : { ...member, state: 'waiting', reason: null, upgradeId: null };

/** Throws `rollout_not_possible` if another rollout has one of the waiting members. */
async function requireFree(transaction: Database, rollout: RolloutRow, members: readonly Member[]): Promise<void> {
  const { organizationId } = rollout;
  const executors = members.flatMap(({ state, executorId: id }) =>
    state === 'waiting' && id !== null ? [{ organizationId, id }] : [],
  );
  // Starting a rollout locks its executors too.
  const ids = executors.map(({ id }) => id);
  await lockExecutors(transaction, organizationId, ids);
  const busy = await busyExecutors(transaction, executors, rollout.id);
  const issues = [...busy.values()].map((message): Issue => ({ path: ['where', 'id'], message }));
  if (issues.length === 0) return;
  throw notPossible(`${issues.length} of its hosts now belong to other rollouts`, issues);
}

export const changeRolloutResolvers = (): Resolvers => ({
  Mutation: {
    pauseUpgradeRollout: adminMutation({
      run: async ({ where }, { caller, database }) => {
        const rollout = await lockRollout(database, caller, where, 'paused', 'running');
        const what = `was paused (${caller.name}); no further group starts.`;
        return { rollout: await become(database, rollout, { state: 'paused' }, 'paused', what) };
      },
      ...changes('rollout'),
    }),
    resumeUpgradeRollout: adminMutation({
      run: async ({ where, skipFailed }, { caller, database }) => {
        const rollout = await lockRollout(database, caller, where, 'resumed', 'paused', 'stopped');
        const before = await readMembers(database, rollout);
        const failed = before.filter(({ state }) => isFailure(state));
        const resumed = failed.map((member) => resumedMember(member, skipFailed ?? false));
        await requireFree(database, rollout, [...before, ...resumed]);
        await storeMembers(database, rollout, resumed);
        const skipped = resumed.filter(({ state }) => state === 'skipped').length;
        const end = skipped === 0 ? '.' : `; ${counted(skipped, 'host')} skipped.`;
        const change = { state: 'running', reason: null } as const;
        return { rollout: await become(database, rollout, change, 'resumed', `was resumed (${caller.name})${end}`) };
      },
      ...changes('rollout'),
    }),
    cancelUpgradeRollout: adminMutation({
      run: async ({ where }, { caller, database }) => {
        const rollout = await lockRollout(database, caller, where, 'cancelled', 'running', 'paused', 'stopped');
        const waiting = (await readMembers(database, rollout)).filter(({ state }) => state === 'waiting');
        const skipped = waiting.map((member) => ({ ...member, state: 'skipped' as const }));
        await storeMembers(database, rollout, skipped);
        const change = { state: 'cancelled', reason: null, endedAt: sql`now()` } as const;
        const what = `was cancelled (${caller.name}); pending upgrades still finish.`;
        return { rollout: await become(database, rollout, change, 'cancelled', what) };
      },
      ...changes('rollout'),
    }),
  },
});
