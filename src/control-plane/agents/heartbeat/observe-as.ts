import type { FullReport } from '../../../contract/full-report.ts';
import { bindKey } from '../../fleet/keys/bind-key.ts';
import { transact } from '../../platform/database/database.ts';
import { sql } from '../../platform/database/drizzle.ts';
import type { ExecutorCaller } from '../../request/caller.ts';
import { requireSameExecutor } from '../../request/own-executor.ts';
import { type ObserveDeps, type ObservedExecutor, observeExecutor } from './observe-executor.ts';
import { prepareRecordHeartbeat } from './record-heartbeat.ts';

/**
 * Stores a heartbeat for the executor that the caller's key is bound to; the first one that is accepted binds it. Throws
 * `executor_key_bound`, and what `observeExecutor` throws.
 */
export function observeAs(
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
    // Recording a heartbeat leaves it to chance whether it survives a power cut, which a binding must.
    await transaction.execute(sql`SELECT set_config('synchronous_commit', 'on', true)`);
    return observed;
  });
}
