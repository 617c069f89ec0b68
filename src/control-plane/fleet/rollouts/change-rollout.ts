import { counted } from '../../../text/counted.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Issue } from '../../platform/input/errors.ts';
import { adminMutation, changes } from '../../request/operations.ts';
import type { Resolvers } from '../../request/resolvers.generated.ts';
import {
  cancelRollout,
  lockInState,
  pauseRollout,
  resumeRollout,
  unended,
} from '../../rollouts/engine/change-state.ts';
import { notPossible } from '../../rollouts/engine/start-rules.ts';
import type { RolloutRow } from '../../tables/releases.ts';
import { lockExecutors } from '../executors/find-executor.ts';
import { agentRollouts } from './agent-rollouts.ts';
import { type Member, readMembers, storeMembers } from './members.ts';
import { isFailure } from './plan-rollout.ts';
import { busyExecutors } from './start-rollout.ts';

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

/** Lets failed members wait again, or skips them. Returns what the event adds. Throws `rollout_not_possible`. */
async function retryFailed(transaction: Database, rollout: RolloutRow, skipFailed: boolean): Promise<string> {
  const before = await readMembers(transaction, rollout);
  const resumed = before.filter(({ state }) => isFailure(state)).map((member) => resumedMember(member, skipFailed));
  await requireFree(transaction, rollout, [...before, ...resumed]);
  await storeMembers(transaction, rollout, resumed);
  const skipped = resumed.filter(({ state }) => state === 'skipped').length;
  return skipped === 0 ? '' : `; ${counted(skipped, 'host')} skipped`;
}

async function skipWaiting(transaction: Database, rollout: RolloutRow): Promise<void> {
  const waiting = (await readMembers(transaction, rollout)).filter(({ state }) => state === 'waiting');
  const skipped = waiting.map((member) => ({ ...member, state: 'skipped' as const }));
  await storeMembers(transaction, rollout, skipped);
}

export const changeRolloutResolvers = (): Resolvers => ({
  Mutation: {
    pauseUpgradeRollout: adminMutation({
      run: async ({ where }, { caller, database }) => ({
        rollout: await pauseRollout(agentRollouts, database, caller, where),
      }),
      ...changes('rollout'),
    }),
    resumeUpgradeRollout: adminMutation({
      run: async ({ where, skipFailed }, { caller, database }) => {
        const retry = (rollout: RolloutRow) => retryFailed(database, rollout, skipFailed ?? false);
        return { rollout: await resumeRollout(agentRollouts, database, caller, where, retry) };
      },
      ...changes('rollout'),
    }),
    cancelUpgradeRollout: adminMutation({
      run: async ({ where }, { caller, database }) => {
        const rollout = await lockInState(agentRollouts, database, caller, where, 'cancelled', ...unended);
        await skipWaiting(database, rollout);
        return { rollout: await cancelRollout(agentRollouts, database, rollout, caller) };
      },
      ...changes('rollout'),
    }),
  },
});
