import type { FullReport } from '../../../contract/full-report.ts';
import { raiseRevisionAbove } from '../../fleet/executors/desired-revision.ts';
import { bindKey } from '../../fleet/keys/own-key.ts';
import { desiredUpgrade } from '../../fleet/releases/find-upgrades.ts';
import type { Secret } from '../../people/accounts/secret.ts';
import { type Database, transact } from '../../platform/database/database.ts';
import { sql } from '../../platform/database/drizzle.ts';
import { domainError } from '../../platform/input/errors.ts';
import type { ExecutorCaller } from '../../request/caller.ts';
import { executorMutation } from '../../request/mutation.ts';
import { ownExecutorName, requireSameExecutor } from '../../request/own-executor.ts';
import type { Resolvers } from '../../request/resolvers.generated.ts';
import { batchHeartbeats } from './batch-heartbeats.ts';
import { checkSync, type RepeatedReport } from './check-sync.ts';
import { desiredNodes } from './desired-nodes.ts';
import { type ObserveDeps, type ObservedExecutor, observeExecutor } from './observe-executor.ts';
import {
  prepareRecordHeartbeat,
  prepareRepeatHeartbeat,
  prepareRepeatHeartbeats,
  type RepeatHeartbeat,
} from './record-heartbeat.ts';

/**
 * Stores a full report for the executor of the caller's key; the first accepted report binds the key. Throws
 * `executor_key_bound` and the errors of `observeExecutor`.
 */
function observeAs(
  { credential, organizationId, executorName }: ExecutorCaller,
  input: FullReport,
  deps: ObserveDeps,
): Promise<ObservedExecutor> {
  const sender = { organizationId, keyId: credential.id };
  if (executorName !== null) {
    requireSameExecutor(executorName, input.name);
    return observeExecutor(deps, sender, input);
  }
  return transact(deps.database, async (transaction) => {
    await bindKey(transaction, credential.id, input.name);
    const recordHeartbeat = prepareRecordHeartbeat(transaction);
    const observed = await observeExecutor({ ...deps, database: transaction, recordHeartbeat }, sender, input);
    // A binding, unlike a heartbeat, must survive a power cut.
    await transaction.execute(sql`SELECT set_config('synchronous_commit', 'on', true)`);
    return observed;
  });
}

/**
 * Records a heartbeat without news. Throws `observation_unknown` if anything changed (takeover, deletion, restored
 * backup), so that the agent reports in full; `executor_key_bound`; Forbidden for an unbound key.
 */
async function repeatReport(
  caller: ExecutorCaller,
  { name, instanceId, resources, observedRevision }: RepeatedReport,
  deps: { database: Database; repeatHeartbeat: RepeatHeartbeat; heartbeatIntervalSeconds: number },
): Promise<ObservedExecutor> {
  requireSameExecutor(await ownExecutorName(deps.database, caller), name);
  const recorded = await deps.repeatHeartbeat({
    organizationId: caller.organizationId,
    name,
    instanceId,
    resources: resources ? JSON.stringify(resources) : null,
    heartbeatIntervalSeconds: deps.heartbeatIntervalSeconds,
    digest: observedRevision,
  });
  if (recorded === undefined) {
    throw domainError(
      'observation_unknown',
      `the stored report of ${name} does not match observedRevision; send a full report without it`,
    );
  }
  return { ...recorded, observedRevision };
}

interface HeartbeatDeps {
  /** Belongs to no caller: use it only for statements that wait for no lock. */
  database: Database;
  secret: Secret;
  heartbeatIntervalSeconds: number;
}

export function heartbeatResolvers(deps: HeartbeatDeps): Resolvers {
  const { heartbeatIntervalSeconds, secret } = deps;
  const repeatHeartbeatOf = batchHeartbeats(prepareRepeatHeartbeats(deps.database), prepareRepeatHeartbeat);
  return {
    Mutation: {
      syncExecutor: executorMutation({
        run: async ({ input }, { caller, context: { database } }) => {
          const report = checkSync(input);
          const observed =
            'observedRevision' in report
              ? await repeatReport(caller, report, {
                  database,
                  heartbeatIntervalSeconds,
                  repeatHeartbeat: repeatHeartbeatOf(database),
                })
              : await observeAs(caller, report, {
                  database,
                  heartbeatIntervalSeconds,
                  recordHeartbeat: prepareRecordHeartbeat(database),
                });
          const knownRevision = input.knownRevision ?? null;
          // A later known revision means that this database was restored from a backup.
          const revision =
            knownRevision !== null && knownRevision > observed.revision
              ? await raiseRevisionAbove(database, observed.id, knownRevision)
              : observed.revision;
          return {
            executorId: observed.id,
            revision,
            nodes:
              knownRevision === revision || observed.recovery !== null
                ? null
                : await desiredNodes(
                    { database, secret },
                    { executorId: observed.id, organizationId: caller.organizationId },
                  ),
            observedRevision: observed.observedRevision,
            heartbeatIntervalSeconds,
            requests: observed.requests,
            rotateKeyAt: caller.rotateKeyAt?.toISOString() ?? null,
            keyExpiresAt: caller.credential.expiresAt?.toISOString() ?? null,
            upgrade: observed.upgradeId === null ? null : await desiredUpgrade(database, observed.upgradeId),
            recovery: observed.recovery,
          };
        },
        subject: ({ executorId }) => ({ type: 'executor', id: executorId }),
      }),
    },
  };
}

export const heartbeat = { resolvers: heartbeatResolvers };
