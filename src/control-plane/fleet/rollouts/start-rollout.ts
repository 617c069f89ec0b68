import type { GraphQLError } from 'graphql';
import { maxRolloutGroupSize } from '../../../contract/limits.ts';
import type { UpgradeRolloutPreview, UpgradeRolloutStartInput } from '../../../contract/types.generated.ts';
import { counted } from '../../../text/counted.ts';
import { recordEvents } from '../../history/events/record-events.ts';
import type { Database } from '../../platform/database/database.ts';
import { and, desc, eq, inArray, isNotNull, isNull, ne, notInArray } from '../../platform/database/drizzle.ts';
import { domainError, forbidden, type Issue, invalidInput } from '../../platform/input/errors.ts';
import { isUuid } from '../../platform/input/scalars.ts';
import type { RequestContext } from '../../request/context.ts';
import { type ExecutorRow, executor } from '../../tables/executors.ts';
import {
  executorRelease,
  type ReleaseRow,
  type RolloutRow,
  upgradeRollout,
  upgradeRolloutMember,
} from '../../tables/releases.ts';
import { lockExecutors } from '../executors/find-executor.ts';
import { isVersion, versionRule } from '../releases/check-release.ts';
import { judgeRelease, judgeRequest, lockRelease, pendingUpgrades } from '../releases/request-upgrade.ts';
import { rolloutEvent } from './rollout-event.ts';

/** The limit of an organization. */
const maxExecutors = 1000;

/** Returns the ids as the database stores them. Throws `invalid_input`, and Forbidden for an impossible executor id. */
function checkStart({ executorIds, targetVersion, groupSize }: UpgradeRolloutStartInput): string[] {
  const ids = executorIds.map((id) => id.toLowerCase());
  const issues: Issue[] = [];
  const add = (field: string, message: string) => issues.push({ path: ['data', field], message });
  if (ids.length === 0 || ids.length > maxExecutors) add('executorIds', `must name 1 to ${maxExecutors} hosts`);
  if (new Set(ids).size < ids.length) add('executorIds', 'must name each host once');
  if (!isVersion(targetVersion)) add('targetVersion', versionRule);
  if (groupSize != null && (groupSize < 1 || groupSize > maxRolloutGroupSize))
    add('groupSize', `must be 1 to ${maxRolloutGroupSize}`);
  if (issues.length > 0) throw invalidInput(issues);
  if (!ids.every(isUuid)) throw forbidden();
  return ids;
}

/** Returns why each executor cannot be part of a rollout; null if it can. */
async function obstaclesOf(
  database: Database,
  executors: readonly ExecutorRow[],
  targetVersion: string,
  release: ReleaseRow | undefined,
): Promise<(string | null)[]> {
  const ids = executors.map(({ id }) => id);
  const pending = await pendingUpgrades(database, ids);
  const busy = await busyExecutors(database, ids);
  return executors.map((executor) => {
    const judged = judgeRequest({ executor, targetVersion, release, pending: pending.get(executor.id) });
    return 'code' in judged ? judged.message : (busy.get(executor.id) ?? null);
  });
}

/** Returns the group, from 1, of the executor at a position, from 0. */
const groupOf = (position: number, groupSize: number): number => Math.floor(position / groupSize) + 1;

/** Finds executors that belong to an active rollout other than `except`, with a message for each. */
export async function busyExecutors(
  transaction: Database,
  executorIds: readonly string[],
  except?: string,
): Promise<Map<string, string>> {
  const rows = await transaction
    .select({ member: upgradeRolloutMember, rollout: upgradeRollout })
    .from(upgradeRolloutMember)
    .innerJoin(upgradeRollout, eq(upgradeRollout.id, upgradeRolloutMember.rolloutId))
    .where(
      and(
        inArray(upgradeRolloutMember.executorId, [...executorIds]),
        inArray(upgradeRolloutMember.state, ['waiting', 'under_way']),
        inArray(upgradeRollout.state, ['running', 'paused']),
        except === undefined ? undefined : ne(upgradeRollout.id, except),
      ),
    );
  return new Map(
    rows.map(({ member, rollout: { targetVersion, requestedBy, state } }) => {
      const other = `the rollout of ${targetVersion} (${requestedBy}), which is ${state}`;
      return [member.executorId ?? '', `${member.executorName} belongs to ${other}; wait until it ends, or cancel it`];
    }),
  );
}

/** A single reason becomes the message; several become the issues. */
export const notPossible = (summary: string, issues: readonly Issue[]): GraphQLError =>
  domainError('rollout_not_possible', issues.length === 1 ? (issues[0]?.message ?? summary) : summary, issues);

/**
 * Locks nothing: the start judges again. Returns null if an executor is not in the organization. Throws the same errors
 * as the start.
 */
export async function previewRollout(
  { database, budget }: RequestContext,
  organizationId: string,
  data: UpgradeRolloutStartInput,
): Promise<UpgradeRolloutPreview | null> {
  const ids = checkStart(data);
  const { targetVersion, groupSize } = data;
  const found = await budget.fetchRows(ids.length, (limit) =>
    database
      .select()
      .from(executor)
      .where(and(inArray(executor.id, ids), eq(executor.organizationId, organizationId)))
      .limit(limit),
  );
  if (found.length < ids.length) return null;
  const byId = new Map(found.map((row) => [row.id, row]));
  const executors = ids.flatMap((id) => byId.get(id) ?? []);
  const [release] = await database.select().from(executorRelease).where(eq(executorRelease.version, targetVersion));
  const obstacles = await obstaclesOf(database, executors, targetVersion, release);
  return {
    accepted: obstacles.every((obstacle) => obstacle === null),
    members: executors.map(({ id, name, version }, position) => ({
      executorId: id,
      executorName: name,
      version,
      group: groupOf(position, groupSize ?? 1),
      obstacle: obstacles[position] ?? null,
    })),
  };
}

/** Per organization. */
const maxUnended = 100;
const maxEnded = 100;

export interface RolloutActor {
  organizationId: string;
  /** The person's name. */
  by: string;
}

/** The job requests the first group. Throws the errors of `startUpgradeRollout`. */
export async function startRollout(
  transaction: Database,
  { organizationId, by }: RolloutActor,
  data: UpgradeRolloutStartInput,
): Promise<RolloutRow> {
  const ids = checkStart(data);
  const { targetVersion } = data;
  const groupSize = data.groupSize ?? 1;
  const locked = await lockExecutors(transaction, organizationId, ids);
  const executors = ids.flatMap((id) => locked.get(id) ?? []);
  if (executors.length < ids.length) throw forbidden();
  const release = judgeRelease(await lockRelease(transaction, targetVersion), targetVersion);
  if ('code' in release) throw domainError(release.code, release.message);
  const obstacles = await obstaclesOf(transaction, executors, targetVersion, release);
  const issues = obstacles.flatMap((message, index): Issue[] =>
    message === null ? [] : [{ path: ['data', 'executorIds', index], message }],
  );
  if (issues.length > 0)
    throw notPossible(
      `${issues.length} of ${counted(ids.length, 'host')} cannot be upgraded to ${targetVersion}`,
      issues,
    );
  await requireRoom(transaction, organizationId);
  const [rollout] = await transaction
    .insert(upgradeRollout)
    .values({ organizationId, targetVersion, groupSize, requestedBy: by })
    .returning();
  if (rollout === undefined) throw new Error('the database returned no row for the inserted rollout');
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

/** Deletes old rollouts. Throws `limit_reached`. */
async function requireRoom(transaction: Database, organizationId: string): Promise<void> {
  const ofOrganization = eq(upgradeRollout.organizationId, organizationId);
  if ((await transaction.$count(upgradeRollout, and(ofOrganization, isNull(upgradeRollout.endedAt)))) >= maxUnended)
    throw domainError('limit_reached', `${maxUnended} rollouts have not ended; cancel stopped ones`);
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
