import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { UpgradeRolloutState } from '../../../contract/types.generated.ts';
import { recordEvents } from '../../history/events/record-events.ts';
import type { Database } from '../../platform/database/database.ts';
import { eq, sql } from '../../platform/database/drizzle.ts';
import { domainError, forbidden, type Issue } from '../../platform/input/errors.ts';
import { type RolloutRow, upgradeRollout } from '../../tables/releases.ts';
import { lockExecutors } from '../executors/find-executor.ts';
import { selectRollout } from './find-rollouts.ts';
import { type Member, readMembers, storeMembers } from './members.ts';
import { isFailure } from './plan-rollout.ts';
import { type RolloutHappening, rolloutEvent } from './rollout-event.ts';
import { busyExecutors, notPossible, type RolloutActor } from './start-rollout.ts';

interface RolloutRequest extends RolloutActor {
  rolloutId: string;
}

/** Throws the errors of `pauseUpgradeRollout`. */
export async function pauseRollout(transaction: Database, request: RolloutRequest): Promise<RolloutRow> {
  const rollout = await lockRollout(transaction, request, ['running'], 'paused');
  return become(transaction, rollout, { state: 'paused' }, { kind: 'paused', by: request.by });
}

/** Throws the errors of `resumeUpgradeRollout`. */
export async function resumeRollout(
  transaction: Database,
  request: RolloutRequest,
  { skipFailed }: { skipFailed: boolean },
): Promise<RolloutRow> {
  const rollout = await lockRollout(transaction, request, ['paused', 'stopped'], 'resumed');
  const before = await readMembers(transaction, rollout.id);
  const resumed = before.filter(({ state }) => isFailure(state)).map((member) => resumedMember(member, skipFailed));
  await requireFree(transaction, rollout, [...before, ...resumed]);
  await storeMembers(transaction, rollout.id, resumed);
  const skipped = resumed.filter(({ state }) => state === 'skipped').length;
  const happening = { kind: 'resumed', by: request.by, skipped } as const;
  return become(transaction, rollout, { state: 'running', reason: null }, happening);
}

/** Throws the errors of `cancelUpgradeRollout`. */
export async function cancelRollout(transaction: Database, request: RolloutRequest): Promise<RolloutRow> {
  const rollout = await lockRollout(transaction, request, ['running', 'paused', 'stopped'], 'cancelled');
  const waiting = (await readMembers(transaction, rollout.id)).filter(({ state }) => state === 'waiting');
  await storeMembers(
    transaction,
    rollout.id,
    waiting.map((member) => ({ ...member, state: 'skipped' })),
  );
  const change = { state: 'cancelled', reason: null, endedAt: sql`now()` } as const;
  return become(transaction, rollout, change, { kind: 'cancelled', by: request.by });
}

/** Throws Forbidden, and `rollout_not_possible` for another state. */
async function lockRollout(
  transaction: Database,
  { organizationId, rolloutId }: RolloutRequest,
  states: readonly UpgradeRolloutState[],
  what: string,
): Promise<RolloutRow> {
  const [rollout] = await selectRollout(transaction, organizationId, rolloutId).for('update');
  if (rollout === undefined) throw forbidden();
  if (states.includes(rollout.state)) return rollout;
  const only = `only a rollout that is ${states.join(' or ')} can be ${what}`;
  throw domainError('rollout_not_possible', `the rollout of ${rollout.targetVersion} is ${rollout.state}; ${only}`);
}

const resumedMember = (member: Member, skipFailed: boolean): Member =>
  skipFailed || member.executorId === null
    ? { ...member, state: 'skipped' }
    : { ...member, state: 'waiting', reason: null, upgradeId: null };

/** Throws `rollout_not_possible` if another rollout has one of the waiting members. */
async function requireFree(transaction: Database, rollout: RolloutRow, members: readonly Member[]): Promise<void> {
  const ids = members.flatMap(({ state, executorId }) =>
    state === 'waiting' && executorId !== null ? [executorId] : [],
  );
  // Starting a rollout locks its executors too.
  await lockExecutors(transaction, rollout.organizationId, ids);
  const busy = await busyExecutors(transaction, ids, rollout.id);
  const issues = [...busy.values()].map((message): Issue => ({ path: ['where', 'id'], message }));
  if (issues.length === 0) return;
  throw notPossible(`${issues.length} of its hosts now belong to other rollouts`, issues);
}

async function become(
  transaction: Database,
  rollout: RolloutRow,
  change: PgUpdateSetSource<typeof upgradeRollout>,
  happening: RolloutHappening,
): Promise<RolloutRow> {
  const [row] = await transaction
    .update(upgradeRollout)
    .set({ ...change, updatedAt: sql`now()` })
    .where(eq(upgradeRollout.id, rollout.id))
    .returning();
  if (row === undefined) throw new Error('the database returned no row for the changed rollout');
  await recordEvents(transaction, row.organizationId, [rolloutEvent(row, happening)]);
  return row;
}
