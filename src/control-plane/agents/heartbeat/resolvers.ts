import { raiseRevisionAbove } from '../../fleet/executors/desired-revision.ts';
import { desiredUpgrade } from '../../fleet/releases/desired-upgrade.ts';
import type { Secret } from '../../people/accounts/secret.ts';
import type { Database } from '../../platform/database/database.ts';
import { executorMutation } from '../../request/mutation.ts';
import type { Resolvers } from '../../request/resolvers.generated.ts';
import { batchHeartbeats } from './batch-heartbeats.ts';
import { checkSync } from './check-sync.ts';
import { desiredNodes } from './desired-nodes.ts';
import { observeAs } from './observe-as.ts';
import { prepareRecordHeartbeat, prepareRepeatHeartbeat } from './record-heartbeat.ts';
import { prepareRepeatHeartbeats } from './repeat-heartbeats.ts';
import { repeatReport } from './repeat-report.ts';

export interface HeartbeatDeps {
  /** Belongs to no caller: only for statements that wait for no lock. */
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
                  ...{ database, heartbeatIntervalSeconds },
                  repeatHeartbeat: repeatHeartbeatOf(database),
                })
              : await observeAs(caller, report, {
                  ...{ database, heartbeatIntervalSeconds },
                  recordHeartbeat: prepareRecordHeartbeat(database),
                });
          const knownRevision = input.knownRevision ?? null;
          // When the agent knows a later revision, our database is a restored backup.
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
