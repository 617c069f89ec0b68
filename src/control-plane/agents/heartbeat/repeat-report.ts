import type { Database } from '../../platform/database/database.ts';
import { domainError } from '../../platform/input/errors.ts';
import type { ExecutorCaller } from '../../request/caller.ts';
import { ownExecutorName, requireSameExecutor } from '../../request/own-executor.ts';
import type { RepeatedReport } from './check-sync.ts';
import type { ObservedExecutor } from './observe-executor.ts';
import type { RepeatHeartbeat } from './record-heartbeat.ts';

/**
 * Records a heartbeat that says nothing new. Whatever stands in the way, such as another agent that took over, a deletion or a restored
 * backup, comes to light when the agent says everything: throws `observation_unknown`, `executor_key_bound`, and Forbidden for a key that
 * is bound to no executor yet.
 */
export async function repeatReport(
  caller: ExecutorCaller,
  { name, instanceId, resources, observedRevision }: RepeatedReport,
  deps: { database: Database; repeatHeartbeat: RepeatHeartbeat; heartbeatIntervalSeconds: number },
): Promise<ObservedExecutor> {
  requireSameExecutor(await ownExecutorName(deps.database, caller), name);
  const recorded = await deps.repeatHeartbeat({
    ...{ organizationId: caller.organizationId, name, instanceId },
    resources: resources ? JSON.stringify(resources) : null,
    heartbeatIntervalSeconds: deps.heartbeatIntervalSeconds,
    digest: observedRevision,
  });
  if (recorded === undefined) {
    throw domainError(
      'observation_unknown',
      `the control plane holds something else of ${name} than this observedRevision; send everything, without it`,
    );
  }
  const { requests, id, revision, upgradeId, recovery } = recorded;
  return { id, revision, observedRevision, upgradeId, recovery, requests };
}
