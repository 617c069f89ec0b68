import type { ExecutorUpdateInput } from '../../../contract/types.generated.ts';
import type { Database } from '../../platform/database/database.ts';
import { eq } from '../../platform/database/drizzle.ts';
import { type ExecutorRow, executor } from '../../tables/executors.ts';
import { lockExecutor } from './find-executor.ts';
import { readLabels } from './labels.ts';

/** Changes what people keep about an executor, within a transaction. Throws Forbidden and `invalid_input`. */
export async function updateExecutor(
  transaction: Database,
  { organizationId, executorId }: { organizationId: string; executorId: string },
  data: ExecutorUpdateInput,
): Promise<ExecutorRow> {
  const labels = data.labels ? readLabels(data.labels, ['data', 'labels']) : undefined;
  const row = await lockExecutor(transaction, organizationId, executorId);
  if (labels === undefined) return row;
  await transaction
    .update(executor)
    .set({ labels: { ...labels } })
    .where(eq(executor.id, row.id));
  return { ...row, labels: { ...labels } };
}
