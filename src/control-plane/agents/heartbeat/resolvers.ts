import type { FullReport } from '../../../contract/full-report.ts';
import { desiredGatewayOf } from '../../endpoints/desired-gateway.ts';
import { raiseRevisionAbove } from '../../fleet/executors/desired-revision.ts';
import type { RefusedHeartbeats } from '../../fleet/executors/refused-heartbeats.ts';
import { bindKey } from '../../fleet/keys/own-key.ts';
import { desiredUpgrade } from '../../fleet/releases/find-upgrades.ts';
import type { Secret } from '../../people/accounts/secret.ts';
import { isDatabaseBusy } from '../../platform/database/connection-fault.ts';
import { type Database, sql, type TenantKey, transact } from '../../platform/database/database.ts';
import { domainError, invalidInput } from '../../platform/input/errors.ts';
import type { ExecutorCaller } from '../../request/caller.ts';
import type { RequestContext } from '../../request/context.ts';
import { executorMutation } from '../../request/operations.ts';
import { ownExecutorName, requireSameExecutor } from '../../request/own-executor.ts';
import type { Resolvers } from '../../request/resolvers.generated.ts';
import { batchHeartbeats } from './batch-heartbeats.ts';
import { checkSync, type RepeatedReport } from './check-sync.ts';
import { desiredNodes } from './desired-nodes.ts';
import { faultOfNodeCount } from './node-limit.ts';
import { type ObservedExecutor, observeExecutor } from './observe-executor.ts';
import type { HeartbeatPace } from './pace.ts';
import { prepareRecordHeartbeat, prepareRepeatHeartbeat, prepareRepeatHeartbeats } from './record-heartbeat.ts';

interface HeartbeatDeps {
  /** Belongs to no caller: use it only for statements that wait for no lock. */
  heartbeatDatabase: Database;
  secret: Secret;
  heartbeatPace: HeartbeatPace;
  refusedHeartbeats: RefusedHeartbeats;
}

/** Stores a full report for the executor of the caller's key; the first accepted report binds the key. */
function observeAs(
  { database, bulk }: Pick<RequestContext, 'database' | 'bulk'>,
  caller: ExecutorCaller,
  input: FullReport,
  heartbeatIntervalSeconds: number,
): Promise<ObservedExecutor> {
  const { credential, organizationId, executorName } = caller;
  const observe = (on: Database) => {
    const recordHeartbeat = prepareRecordHeartbeat(on);
    const sender = { organizationId, keyId: credential.id };
    return observeExecutor({ database: on, bulk, recordHeartbeat, heartbeatIntervalSeconds }, sender, input);
  };
  if (executorName !== null) {
    requireSameExecutor(executorName, input.name);
    return observe(database);
  }
  return transact(database, async (transaction) => {
    await bindKey(transaction, credential.id, input.name);
    const observed = await observe(transaction);
    // A binding, unlike a heartbeat, must survive a power cut.
    await transaction.execute(sql`SELECT set_config('synchronous_commit', 'on', true)`);
    return observed;
  });
}

type RepeatHeartbeatOf = ReturnType<typeof batchHeartbeats>;

/** Records a heartbeat without news. Throws `observation_unknown` if a full report is needed. */
async function repeatReport(
  { database, repeatHeartbeatOf }: { database: Database; repeatHeartbeatOf: RepeatHeartbeatOf },
  caller: ExecutorCaller,
  { name, instanceId, resources: reported, observedRevision }: RepeatedReport,
  heartbeatIntervalSeconds: number,
): Promise<ObservedExecutor> {
  requireSameExecutor(await ownExecutorName(database, caller), name);
  const { organizationId } = caller;
  const resources = reported ? JSON.stringify(reported) : null;
  const heartbeat = { organizationId, name, instanceId, heartbeatIntervalSeconds, resources };
  const recorded = await repeatHeartbeatOf(database)({ ...heartbeat, digest: observedRevision });
  if (recorded !== undefined) return { ...recorded, observedRevision };
  throw domainError(
    'observation_unknown',
    `the stored report of ${name} does not match observedRevision; send a full report without it`,
  );
}

/** Returns the desired nodes with their revision; null if the agent holds them, or offers nodes to be taken over. */
async function desiredState(
  database: Database,
  secret: Secret,
  executorKey: TenantKey,
  { observed, knownRevision }: { observed: ObservedExecutor; knownRevision: number | null },
) {
  // A later known revision means that this database was restored from a backup.
  const revision =
    knownRevision !== null && knownRevision > observed.revision
      ? await raiseRevisionAbove(database, executorKey, knownRevision)
      : observed.revision;
  const isKnown = knownRevision === revision || observed.recovery !== null;
  return { revision, nodes: isKnown ? null : await desiredNodes({ database, secret }, executorKey) };
}

export function heartbeatResolvers(deps: HeartbeatDeps): Resolvers {
  const repeatHeartbeatOf = batchHeartbeats(prepareRepeatHeartbeats(deps.heartbeatDatabase), prepareRepeatHeartbeat);
  return {
    Mutation: {
      syncExecutor: executorMutation({
        run: async ({ input }, { caller, context: { database, bulk } }) => {
          const tooMany = await faultOfNodeCount(database, caller, input.nodes?.length ?? 0);
          if (tooMany !== null) throw invalidInput([{ path: ['input', 'nodes'], message: tooMany }]);
          const report = await checkSync(input, bulk);
          const heartbeatIntervalSeconds = deps.heartbeatPace.seconds;
          const observed = await ('observedRevision' in report
            ? repeatReport({ database, repeatHeartbeatOf }, caller, report, heartbeatIntervalSeconds)
            : observeAs({ database, bulk }, caller, report, heartbeatIntervalSeconds)
          ).catch((error: unknown) => {
            if (isDatabaseBusy(error)) deps.refusedHeartbeats.note(caller.organizationId);
            throw error;
          });
          const { id, recovery, upgradeId, gatewayDigest } = observed;
          const executorKey = { organizationId: caller.organizationId, id };
          const known = { observed, knownRevision: input.knownRevision ?? null };
          const hasGateway = gatewayDigest === (input.gatewayDigest ?? null) || recovery !== null;
          return {
            ...observed,
            executorId: id,
            heartbeatIntervalSeconds,
            ...(await desiredState(database, deps.secret, executorKey, known)),
            rotateKeyAt: caller.rotateKeyAt?.toISOString() ?? null,
            keyExpiresAt: caller.credential.expiresAt?.toISOString() ?? null,
            gateway: hasGateway ? null : await desiredGatewayOf({ database, secret: deps.secret }, executorKey),
            upgrade: upgradeId === null ? null : await desiredUpgrade(database, { ...executorKey, id: upgradeId }),
          };
        },
        subject: ({ executorId }) => ({ type: 'executor', id: executorId }),
      }),
    },
  };
}
