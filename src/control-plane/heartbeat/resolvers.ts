import type { Database } from '../database/database.ts';
import { raiseRevisionAbove } from '../executors/desired-revision.ts';
import { executorMutation } from '../request/mutation.ts';
import type { Resolvers } from '../request/resolvers.generated.ts';
import { checkSync } from './check-sync.ts';
import { desiredNodes } from './desired-nodes.ts';
import { observeExecutor } from './observe-executor.ts';
import { prepareRecordHeartbeat } from './record-heartbeat.ts';

export function heartbeatResolvers(deps: { database: Database; heartbeatIntervalSeconds: number }): Resolvers {
  const { heartbeatIntervalSeconds } = deps;
  const recordHeartbeat = prepareRecordHeartbeat(deps.database);
  return {
    Mutation: {
      syncExecutor: executorMutation({
        run: async ({ input }, { caller, context: { database } }) => {
          checkSync(input);
          const observed = await observeExecutor(
            { database, recordHeartbeat, heartbeatIntervalSeconds },
            caller.organizationId,
            input,
          );
          const knownRevision = input.knownRevision ?? null;
          // When the agent knows a later revision, our database is a restored backup.
          const revision =
            knownRevision !== null && knownRevision > observed.revision
              ? await raiseRevisionAbove(database, observed.id, knownRevision)
              : observed.revision;
          return {
            executorId: observed.id,
            revision,
            nodes: knownRevision === revision ? null : await desiredNodes(database, observed.id),
            heartbeatIntervalSeconds,
            logRequests: observed.logRequests,
          };
        },
        subject: ({ executorId }) => ({ type: 'executor', id: executorId }),
      }),
    },
  };
}
