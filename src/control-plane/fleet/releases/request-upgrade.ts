import { judgeUpgrade, type Refusal } from '../../../contract/judge-upgrade.ts';
import { type ControlPlaneEvent, recordEvents } from '../../history/events/record-events.ts';
import type { Database } from '../../platform/database/database.ts';
import { and, desc, eq, inArray, isNull, notInArray, sql } from '../../platform/database/drizzle.ts';
import { domainError, invalidInput } from '../../platform/input/errors.ts';
import type { ExecutorRow } from '../../tables/executors.ts';
import { executorRelease, executorUpgrade, type ReleaseRow, type UpgradeRow } from '../../tables/releases.ts';
import { bumpRevision } from '../executors/desired-revision.ts';
import { lockExecutor } from '../executors/find-executor.ts';
import { isVersion, versionRule } from './check-release.ts';
import { endUpgrades } from './end-upgrades.ts';

export interface RequestFacts {
  executor: Pick<ExecutorRow, 'name' | 'online' | 'version' | 'channel' | 'upgradability'>;
  targetVersion: string;
  release: ReleaseRow | undefined;
  pending: Pick<UpgradeRow, 'targetVersion' | 'requestedBy'> | undefined;
}

/** Returns the release, or why no executor can be upgraded to it. */
export function judgeRelease(release: ReleaseRow | undefined, targetVersion: string): Refusal | ReleaseRow {
  if (release === undefined)
    return {
      code: 'release_not_found',
      message: `no release ${targetVersion} in the catalog; see: satrap releases list`,
    };
  if (release.withdrawnAt === null) return release;
  return { code: 'release_not_found', message: `${targetVersion} was withdrawn: ${release.withdrawnReason}` };
}

export function judgeRequest({ executor, targetVersion, release: found, pending }: RequestFacts): Refusal | ReleaseRow {
  const release = judgeRelease(found, targetVersion);
  if ('code' in release) return release;
  return judgeUpgrade(executor, release, pending ?? null) ?? release;
}

/** Per executor. */
const maxHistory = 100;

interface UpgradeRequester {
  organizationId: string;
  executorId: string;
  /** The person's name. */
  by: string;
}

/** Throws the errors of `requestExecutorUpgrade`. */
export async function requestUpgrade(
  transaction: Database,
  { organizationId, executorId, by }: UpgradeRequester,
  targetVersion: string,
  deadlineMinutes: number,
): Promise<ExecutorRow> {
  if (!isVersion(targetVersion)) throw invalidInput([{ path: ['targetVersion'], message: versionRule }]);
  const executor = await lockExecutor(transaction, organizationId, executorId);
  const release = await lockRelease(transaction, targetVersion);
  const pending = (await pendingUpgrades(transaction, [executor.id])).get(executor.id);
  const judged = judgeRequest({ executor, targetVersion, release, pending });
  if ('code' in judged) throw domainError(judged.code, judged.message);
  const { event } = await placeRequest(transaction, { executor, release: judged }, { by, deadlineMinutes });
  await recordEvents(transaction, organizationId, [event]);
  return executor;
}

/** Share-locks the release of a version. Lock the executors first. */
export async function lockRelease(transaction: Database, version: string): Promise<ReleaseRow | undefined> {
  const [found] = await transaction
    .select()
    .from(executorRelease)
    .where(eq(executorRelease.version, version))
    .for('share');
  return found;
}

export async function pendingUpgrades(
  transaction: Database,
  executorIds: readonly string[],
): Promise<Map<string, UpgradeRow>> {
  if (executorIds.length === 0) return new Map();
  const rows = await transaction
    .select()
    .from(executorUpgrade)
    .where(and(inArray(executorUpgrade.executorId, [...executorIds]), isNull(executorUpgrade.endedAt)));
  return new Map(rows.map((row) => [row.executorId, row]));
}

/** The executor was locked and judged in this transaction. The caller records the event last. */
export async function placeRequest(
  transaction: Database,
  { executor: { id: executorId, name, version }, release }: { executor: ExecutorRow; release: ReleaseRow },
  { by, deadlineMinutes }: { by: string; deadlineMinutes: number },
): Promise<{ upgradeId: string; event: ControlPlaneEvent }> {
  const [placed] = await transaction
    .insert(executorUpgrade)
    .values({
      executorId,
      releaseId: release.id,
      fromVersion: version,
      targetVersion: release.version,
      requestedBy: by,
      deadline: sql`now() + make_interval(mins => ${deadlineMinutes}::int)`,
    })
    .returning({ id: executorUpgrade.id });
  if (placed === undefined) throw new Error('the database returned no row for the inserted upgrade');
  await forgetOld(transaction, executorId);
  await bumpRevision(transaction, executorId);
  return {
    upgradeId: placed.id,
    event: {
      kind: 'executor.upgrade-requested',
      message: `An upgrade of ${name} from ${version} to ${release.version} was requested (${by}).`,
      executorName: name,
    },
  };
}

/** Throws Forbidden and `upgrade_not_pending`. */
export async function cancelUpgrade(
  transaction: Database,
  { organizationId, executorId, by }: UpgradeRequester,
): Promise<ExecutorRow> {
  const executor = await lockExecutor(transaction, organizationId, executorId);
  const cancellable = and(
    eq(executorUpgrade.executorId, executor.id),
    inArray(executorUpgrade.state, ['requested', 'fetching', 'rehearsing']),
  );
  const ended = await endUpgrades(transaction, cancellable, { state: 'cancelled', reason: `Cancelled by ${by}.` });
  if (ended > 0) return executor;
  const isPending = await transaction.$count(
    executorUpgrade,
    and(eq(executorUpgrade.executorId, executor.id), isNull(executorUpgrade.endedAt)),
  );
  throw domainError(
    'upgrade_not_pending',
    isPending > 0
      ? `${executor.name} is already switching to the new version, and rolls back automatically if that fails; wait until it ends`
      : `no upgrade of ${executor.name} is pending`,
  );
}

async function forgetOld(transaction: Database, executorId: string): Promise<void> {
  const kept = transaction
    .select({ id: executorUpgrade.id })
    .from(executorUpgrade)
    .where(eq(executorUpgrade.executorId, executorId))
    .orderBy(desc(executorUpgrade.requestedAt))
    .limit(maxHistory);
  await transaction
    .delete(executorUpgrade)
    .where(and(eq(executorUpgrade.executorId, executorId), notInArray(executorUpgrade.id, kept)));
}
