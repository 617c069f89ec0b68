import { judgeUpgrade, type Refusal } from '../../../contract/judge-upgrade.ts';
import { type ControlPlaneEvent, recordEvents } from '../../history/events/record-events.ts';
import { and, type Database, desc, inArray, notInArray, oneRow, sql } from '../../platform/database/database.ts';
import type { TenantKey } from '../../platform/database/tenant-keys.ts';
import { domainError, invalidInput } from '../../platform/input/errors.ts';
import { adminMutation, changes } from '../../request/operations.ts';
import type { Resolvers } from '../../request/resolvers.generated.ts';
import type { ExecutorRow } from '../../tables/executors.ts';
import { executorUpgrade, type ReleaseRow, type UpgradeRow } from '../../tables/releases.ts';
import { bumpRevision } from '../executors/desired-revision.ts';
import { lockExecutor } from '../executors/find-executor.ts';
import { selectRelease } from './catalog.ts';
import { isVersion, versionRule } from './check-release.ts';
import { endUpgrades } from './end-upgrades.ts';
import { isUpgradeOf, selectPending } from './find-upgrades.ts';

export interface RequestFacts {
  executor: Pick<ExecutorRow, 'name' | 'online' | 'version' | 'channel' | 'upgradability'>;
  targetVersion: string;
  release: ReleaseRow | undefined;
  pending: Pick<UpgradeRow, 'targetVersion' | 'requestedBy'> | undefined;
}

/** Returns the release, or why no executor can be upgraded to it. */
function judgeRelease(release: ReleaseRow | undefined, targetVersion: string): Refusal | ReleaseRow {
  const code = 'release_not_found';
  if (release === undefined)
    return {
      code,
      message: `no release ${targetVersion} in the catalog`,
      hint: 'List the releases with satrap releases list.',
    };
  if (release.withdrawnAt === null) return release;
  return { code, message: `${targetVersion} was withdrawn: ${release.withdrawnReason}` };
}

export function judgeRequest({ executor, targetVersion, release: found, pending }: RequestFacts): Refusal | ReleaseRow {
  const release = judgeRelease(found, targetVersion);
  if ('code' in release) return release;
  return judgeUpgrade(executor, release, pending ?? null) ?? release;
}

function requireRelease(judged: Refusal | ReleaseRow): ReleaseRow {
  if ('code' in judged) throw domainError(judged.code, judged.message, { hint: judged.hint });
  return judged;
}

/** Share-locks the release of a version. Lock the executors first. */
export const lockVersion = async (transaction: Database, version: string): Promise<ReleaseRow | undefined> =>
  (await selectRelease(transaction, { version }).for('share'))[0];

/** Like `lockVersion`. Throws `release_not_found`, also for one that was withdrawn. */
export const lockOffered = async (transaction: Database, version: string): Promise<ReleaseRow> =>
  requireRelease(judgeRelease(await lockVersion(transaction, version), version));

export async function pendingUpgrades(
  transaction: Database,
  executors: readonly TenantKey[],
): Promise<Map<string, UpgradeRow>> {
  const rows = executors.length === 0 ? [] : await selectPending(transaction, executors);
  return new Map(rows.map((row) => [row.executorId, row]));
}

/** Per executor. */
const maxHistory = 100;

/** The executor was locked and judged in this transaction. The caller records the event last. */
export async function placeRequest(
  transaction: Database,
  { executor, release }: { executor: ExecutorRow; release: ReleaseRow },
  { by, deadlineMinutes }: { by: string; deadlineMinutes: number },
): Promise<{ upgradeId: string; event: ControlPlaneEvent }> {
  const { organizationId, id: executorId, name, version } = executor;
  const deadline = sql`now() + make_interval(mins => ${deadlineMinutes}::int)`;
  const versions = { releaseId: release.id, fromVersion: version, targetVersion: release.version };
  const placed = await transaction
    .insert(executorUpgrade)
    .values({ organizationId, executorId, ...versions, requestedBy: by, deadline })
    .returning({ id: executorUpgrade.id });
  const ofExecutor = isUpgradeOf([executor]);
  const kept = transaction
    .select({ id: executorUpgrade.id })
    .from(executorUpgrade)
    .where(ofExecutor)
    .orderBy(desc(executorUpgrade.requestedAt))
    .limit(maxHistory);
  await transaction.delete(executorUpgrade).where(and(ofExecutor, notInArray(executorUpgrade.id, kept)));
  await bumpRevision(transaction, executor);
  const message = `An upgrade of ${name} from ${version} to ${release.version} was requested (${by}).`;
  return {
    upgradeId: oneRow(placed).id,
    event: { kind: 'executor.upgrade_requested', message, executorName: name },
  };
}

export const upgradeResolvers = ({ upgradeDeadlineMinutes }: { upgradeDeadlineMinutes: number }): Resolvers => ({
  Mutation: {
    requestExecutorUpgrade: adminMutation({
      run: async ({ executorId, targetVersion }, { caller: { organizationId, name: by }, database }) => {
        if (!isVersion(targetVersion)) throw invalidInput([{ path: ['targetVersion'], message: versionRule }]);
        const executor = await lockExecutor(database, organizationId, executorId);
        const found = await lockVersion(database, targetVersion);
        const pending = (await pendingUpgrades(database, [executor])).get(executor.id);
        const release = requireRelease(judgeRequest({ executor, targetVersion, release: found, pending }));
        const terms = { by, deadlineMinutes: upgradeDeadlineMinutes };
        const { event } = await placeRequest(database, { executor, release }, terms);
        await recordEvents(database, organizationId, [event]);
        return { executor };
      },
      subject: ({ executor: { id } }) => ({ type: 'executor', id }),
      target: ({ executorId: id }) => ({ type: 'executor', id }),
    }),
    cancelExecutorUpgrade: adminMutation({
      run: async ({ where }, { caller: { organizationId, name: by }, database }) => {
        const executor = await lockExecutor(database, organizationId, where.id);
        const isBefore = inArray(executorUpgrade.state, ['requested', 'fetching', 'rehearsing']);
        const cancellable = and(isUpgradeOf([executor]), isBefore);
        const ended = await endUpgrades(database, cancellable, { state: 'cancelled', reason: `Cancelled by ${by}.` });
        if (ended > 0) return { executor };
        const [switching] = await selectPending(database, [executor]);
        throw domainError(
          'upgrade_not_pending',
          switching === undefined
            ? `no upgrade of ${executor.name} is pending`
            : `${executor.name} is already switching to the new version, and rolls back automatically if that fails; wait until it ends`,
        );
      },
      ...changes('executor'),
    }),
  },
});
