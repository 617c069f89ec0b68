import { and, asc, eq, isNull } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { node, rpcCredentials } from '../database/schema.ts';
import type { DesiredNode } from '../generated.ts';

/** All that is wanted on an executor. */
export async function desiredNodes(database: Database, executorId: string): Promise<DesiredNode[]> {
  const [rows, [credentials]] = await Promise.all([
    database
      .select()
      .from(node)
      .where(and(eq(node.executorId, executorId), isNull(node.removedAt)))
      .orderBy(asc(node.id)),
    database.select({ rpcAuth: rpcCredentials.rpcAuth }).from(rpcCredentials),
  ]);
  if (credentials === undefined)
    throw new Error('the RPC credentials are missing, which “satrap control-plane init” makes');
  return rows.map((row) => ({
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
