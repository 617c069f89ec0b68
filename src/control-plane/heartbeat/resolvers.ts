import type { Secret } from '../accounts/secret.ts';
import type { Database } from '../database/database.ts';
import { raiseRevisionAbove } from '../executors/desired-revision.ts';
import { desiredUpgrade } from '../releases/desired-upgrade.ts';
import { executorMutation } from '../request/mutation.ts';
import type { Resolvers } from '../request/resolvers.generated.ts';
import { batchHeartbeats } from './batch-heartbeats.ts';
import { checkSync } from './check-sync.ts';
import { desiredNodes } from './desired-nodes.ts';
import { observeAs } from './observe-as.ts';
import { prepareRecordHeartbeat, prepareRepeatHeartbeat } from './record-heartbeat.ts';
import { prepareRepeatHeartbeats } from './repeat-heartbeats.ts';
import { repeatReport } from './repeat-report.ts';

export interface HeartbeatDeps {
  database: Database;
  secret: Secret;
  heartbeatIntervalSeconds: number;
}

export function heartbeatResolvers(deps: HeartbeatDeps): Resolvers {
  const { heartbeatIntervalSeconds } = deps;
  const recordHeartbeat = prepareRecordHeartbeat(deps.database);
  const repeatHeartbeat = batchHeartbeats(
    prepareRepeatHeartbeats(deps.database),
    prepareRepeatHeartbeat(deps.database),
  );
  return {
    Mutation: {
      syncExecutor: executorMutation({
        run: async ({ input }, { caller, context: { database } }) => {
          const report = checkSync(input);
          const observed =
            'observedRevision' in report
              ? await repeatReport(caller, report, { database, repeatHeartbeat, heartbeatIntervalSeconds })
              : await observeAs(caller, report, { database, recordHeartbeat, heartbeatIntervalSeconds });
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
              knownRevision === revision
                ? null
                : await desiredNodes(deps, { executorId: observed.id, organizationId: caller.organizationId }),
            observedRevision: observed.observedRevision,
            heartbeatIntervalSeconds,
            logRequests: observed.logRequests,
            rotateKeyAt: caller.rotateKeyAt?.toISOString() ?? null,
            keyExpiresAt: caller.credential.expiresAt?.toISOString() ?? null,
            explainRequests: observed.explainRequests,
            rpcRequests: observed.rpcRequests,
            upgrade: observed.upgradeId === null ? null : await desiredUpgrade(database, observed.upgradeId),
          };
        },
        subject: ({ executorId }) => ({ type: 'executor', id: executorId }),
      }),
    },
  };
}
