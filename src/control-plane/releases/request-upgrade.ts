import { and, desc, eq, inArray, isNull, notInArray, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { recordEvents } from '../events/record-events.ts';
import { bumpRevision } from '../executors/desired-revision.ts';
import { lockExecutor } from '../executors/find-executor.ts';
import type { ExecutorRow } from '../executors/table.ts';
import { domainError, invalidInput } from '../input/errors.ts';
import { endUpgrades } from './end-upgrades.ts';
import { judgeRequest } from './judge-request.ts';
import { executorRelease, executorUpgrade } from './table.ts';
import { isVersion, versionRule } from './version.ts';

/** Of each executor. */
const maxHistory = 100;

/** Who asks, and of which executor. */
export interface UpgradeRequester {
  organizationId: string;
  executorId: string;
  /** The name of the person who asks. */
  by: string;
}

/** Asks for an upgrade within a transaction. Throws the errors of `requestExecutorUpgrade`. */
export async function requestUpgrade(
  transaction: Database,
  { organizationId, executorId, by }: UpgradeRequester,
  { targetVersion, deadlineMinutes }: { targetVersion: string; deadlineMinutes: number },
): Promise<ExecutorRow> {
  if (!isVersion(targetVersion)) throw invalidInput([{ path: ['targetVersion'], message: versionRule }]);
  const executor = await lockExecutor(transaction, organizationId, executorId);
  // Nobody withdraws or deletes it before this request can be seen.
  const [found] = await transaction
    .select()
    .from(executorRelease)
    .where(eq(executorRelease.version, targetVersion))
    .for('share');
  const [pending] = await transaction
    .select()
    .from(executorUpgrade)
    .where(and(eq(executorUpgrade.executorId, executor.id), isNull(executorUpgrade.endedAt)));
  const judged = judgeRequest({ executor, targetVersion, release: found, pending });
  if ('code' in judged) throw domainError(judged.code, judged.message);
  await transaction.insert(executorUpgrade).values({
    ...{ executorId: executor.id, releaseId: judged.id, fromVersion: executor.version, targetVersion },
    requestedBy: by,
    deadline: sql`now() + make_interval(mins => ${deadlineMinutes}::int)`,
  });
  await forgetOld(transaction, executor.id);
  await bumpRevision(transaction, executor.id);
  await recordEvents(transaction, organizationId, [
    {
      level: 'info',
      kind: 'executor.upgrade-requested',
      message: `${executor.name} is to be upgraded from ${executor.version} to ${targetVersion} (${by}).`,
      executorName: executor.name,
    },
  ]);
  return executor;
}

/** Takes a request back within a transaction. Throws Forbidden and `upgrade_not_pending`. */
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
      ? `${executor.name} switches to the new version already, and goes back by itself if that does not work; wait for it`
      : `no upgrade of ${executor.name} is under way`,
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
