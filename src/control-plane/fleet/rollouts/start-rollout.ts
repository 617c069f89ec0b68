import type { UpgradeRolloutStartInput } from '../../../contract/types.generated.ts';
import { counted } from '../../../text/counted.ts';
import { recordEvents } from '../../history/events/record-events.ts';
import type { Database } from '../../platform/database/database.ts';
import { and, desc, eq, isNotNull, isNull, notInArray } from '../../platform/database/drizzle.ts';
import { domainError, forbidden, type Issue } from '../../platform/input/errors.ts';
import { type RolloutRow, upgradeRollout, upgradeRolloutMember } from '../../tables/releases.ts';
import { lockExecutors } from '../executors/find-executor.ts';
import { judgeRelease } from '../releases/judge-request.ts';
import { lockRelease, pendingUpgrades } from '../releases/request-upgrade.ts';
import { busyExecutors } from './busy-executors.ts';
import { checkStart } from './check-start.ts';
import { notPossible } from './not-possible.ts';
import { groupOf, obstacleTo } from './obstacle.ts';
import { rolloutEvent } from './rollout-event.ts';

/** Of an organization. */
const maxUnended = 100;
const maxEnded = 100;

export interface RolloutActor {
  organizationId: string;
  /** The name of the person. */
  by: string;
}

/** Starts a rollout within a transaction; its job asks the first group. Throws the errors of `startUpgradeRollout`. */
export async function startRollout(
  transaction: Database,
  { organizationId, by }: RolloutActor,
  data: UpgradeRolloutStartInput,
): Promise<RolloutRow> {
  checkStart(data);
  const { targetVersion } = data;
  const groupSize = data.groupSize ?? 1;
  const ids = data.executorIds.map((id) => id.toLowerCase());
  const locked = await lockExecutors(transaction, organizationId, ids);
  const executors = ids.flatMap((id) => locked.get(id) ?? []);
  if (executors.length < ids.length) throw forbidden();
  const release = judgeRelease(await lockRelease(transaction, targetVersion), targetVersion);
  if ('code' in release) throw domainError(release.code, release.message);
  const pending = await pendingUpgrades(transaction, ids);
  const busy = await busyExecutors(transaction, ids);
  const obstacles = executors.map((executor) => obstacleTo({ executor, targetVersion, release, pending, busy }));
  const issues = obstacles.flatMap((message, index): Issue[] =>
    message === null ? [] : [{ path: ['data', 'executorIds', index], message }],
  );
  if (issues.length > 0)
    throw notPossible(
      `${issues.length} of ${counted(ids.length, 'executor')} cannot be upgraded to ${targetVersion}`,
      issues,
    );
  await requireRoom(transaction, organizationId);
  const [rollout] = await transaction
    .insert(upgradeRollout)
    .values({ organizationId, targetVersion, groupSize, requestedBy: by })
    .returning();
  if (rollout === undefined) throw new Error('the database returned no row for the rollout that it inserted');
  await transaction.insert(upgradeRolloutMember).values(
    executors.map(({ id, name }, position) => ({
      rolloutId: rollout.id,
      position,
      groupNumber: groupOf(position, groupSize),
      executorId: id,
      executorName: name,
    })),
  );
  const groups = groupOf(ids.length - 1, groupSize);
  const started = rolloutEvent(rollout, { kind: 'started', by, executors: ids.length, groups });
  await recordEvents(transaction, organizationId, [started]);
  return rollout;
}

/** Forgets old rollouts. Throws `limit_reached` where too many have not ended. */
async function requireRoom(transaction: Database, organizationId: string): Promise<void> {
  const ofOrganization = eq(upgradeRollout.organizationId, organizationId);
  if ((await transaction.$count(upgradeRollout, and(ofOrganization, isNull(upgradeRollout.endedAt)))) >= maxUnended)
    throw domainError('limit_reached', `${maxUnended} rollouts have not ended; cancel those that have stopped`);
  const kept = transaction
    .select({ id: upgradeRollout.id })
    .from(upgradeRollout)
    .where(and(ofOrganization, isNotNull(upgradeRollout.endedAt)))
    .orderBy(desc(upgradeRollout.endedAt))
    .limit(maxEnded);
  await transaction
    .delete(upgradeRollout)
    .where(and(ofOrganization, isNotNull(upgradeRollout.endedAt), notInArray(upgradeRollout.id, kept)));
}
