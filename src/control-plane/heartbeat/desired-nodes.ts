import { and, asc, eq, isNull } from 'drizzle-orm';
import type { DesiredNode } from '../../contract/types.generated.ts';
import type { Database } from '../database/database.ts';
import { executor, node, rpcCredentials } from '../database/schema.ts';

/** All that is wanted on an executor. */
export async function desiredNodes(database: Database, executorId: string): Promise<DesiredNode[]> {
  const [rows, [credentials]] = await Promise.all([
    database
      .select({ node })
      .from(executor)
      .leftJoin(node, and(eq(node.executorId, executor.id), isNull(node.removedAt)))
      .where(eq(executor.id, executorId))
      .orderBy(asc(node.id)),
    database.select({ rpcAuth: rpcCredentials.rpcAuth }).from(rpcCredentials),
  ]);
  if (credentials === undefined)
    throw new Error('the RPC credentials are missing, which “satrap control-plane init” makes');
  // An empty list says that nothing is wanted, which nobody can say of an executor that is gone.
  if (rows.length === 0) throw new Error('the executor was deleted while it synced');
  const nodes = rows.flatMap((row) => row.node ?? []);
  return nodes.map((row) => ({
    id: row.id,
    name: row.name,
    revision: row.revision,
    network: row.network,
    client: row.client,
    clientVersion: row.clientVersion,
    nodeType: row.nodeType,
    resources: { cpuCores: row.cpuCores, memoryMiB: row.memoryMiB, diskGiB: row.diskGiB },
    overrides: row.overrides,
    rpcAuth: credentials.rpcAuth,
    desiredState: row.desiredState,
    restartCounter: row.restartCounter,
    dataPolicy: row.dataPolicy,
  }));
}
