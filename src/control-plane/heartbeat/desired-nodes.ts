import { and, asc, eq, isNull } from 'drizzle-orm';
import type { DesiredNode } from '../../contract/types.generated.ts';
import type { Database } from '../database/database.ts';
import { executor } from '../executors/table.ts';
import { configOf } from '../nodes/node-config.ts';
import { rpcCredentials } from '../nodes/rpc-credentials-table.ts';
import { node } from '../nodes/table.ts';

/** Returns the full desired state of an executor. */
export async function desiredNodes(database: Database, executorId: string): Promise<DesiredNode[]> {
  const [rows, [credentials]] = await Promise.all([
    database
      .select({ node, drain: executor.drain })
      .from(executor)
      .leftJoin(node, and(eq(node.executorId, executor.id), isNull(node.removedAt)))
      .where(eq(executor.id, executorId))
      .orderBy(asc(node.id)),
    database.select({ rpcAuth: rpcCredentials.rpcAuth }).from(rpcCredentials),
  ]);
  if (credentials === undefined)
    throw new Error('the RPC credentials are missing, which “satrap control-plane init” makes');
  // An empty list would mean «no nodes desired», which is not known of a deleted executor.
  if (rows.length === 0) throw new Error('the executor was deleted while it synced');
  return rows
    .flatMap(({ node: row, drain }) => (row === null ? [] : [{ row, isDrained: drain !== null }]))
    .map(({ row, isDrained }) => ({
      ...configOf(row),
      id: row.id,
      name: row.name,
      revision: row.revision,
      overrides: row.overrides,
      rpcAuth: credentials.rpcAuth,
      // What people ask of the node stays as it is, and counts again when the drain ends.
      desiredState: isDrained && row.desiredState === 'running' ? 'stopped' : row.desiredState,
      restartCounter: row.restartCounter,
      dataPolicy: row.dataPolicy,
    }));
}
