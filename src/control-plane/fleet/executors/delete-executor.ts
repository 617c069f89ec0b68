import { publish } from '../../platform/bus/bus.ts';
import type { Database } from '../../platform/database/database.ts';
import { and, eq, isNull, ne } from '../../platform/database/drizzle.ts';
import { domainError } from '../../platform/input/errors.ts';
import { type ExecutorRow, executor } from '../../tables/executors.ts';
import { node } from '../../tables/nodes.ts';
import { lockExecutor } from './find-executor.ts';

/** Throws `executor_has_nodes`. */
export async function deleteExecutor(transaction: Database, organizationId: string, id: string): Promise<ExecutorRow> {
  const row = await lockExecutor(transaction, organizationId, id);
  // No agent of a lost host ever confirms a deletion.
  const counts = row.online ? undefined : ne(node.desiredState, 'deleted');
  const [remaining] = await transaction
    .select({ name: node.name })
    .from(node)
    .where(and(eq(node.executorId, row.id), isNull(node.removedAt), counts))
    .limit(1);
  if (remaining !== undefined) {
    throw domainError(
      'executor_has_nodes',
      `${row.name} still has nodes (such as ${remaining.name}); delete them first`,
    );
  }
  await transaction.delete(executor).where(eq(executor.id, row.id));
  await publish(transaction, { kind: 'executor-deleted', executorId: row.id });
  return row;
}
