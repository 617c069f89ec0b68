import { configLines } from '../../../bitcoin/config-lines.ts';
import type { ConfigLine, DesiredNode } from '../../../contract/types.generated.ts';
import { gatewayMethodsOf } from '../../endpoints/gateway-methods.ts';
import { configOf } from '../../nodes/node-config.ts';
import { deliveredState } from '../../nodes/node-status.ts';
import { desiredOperations } from '../../nodes/operations/observe-operations.ts';
import { gatewayKeyOf, gatewayPairOf } from '../../nodes/rpc-credentials/gateway-credentials.ts';
import { rpcCredentialsOf } from '../../nodes/rpc-credentials/rpc-credentials.ts';
import type { Secret } from '../../people/accounts/secret.ts';
import { and, asc, type Database, eq, hasKey, isNull, type TenantKey } from '../../platform/database/database.ts';
import { executor } from '../../tables/executors.ts';
import { node } from '../../tables/nodes.ts';
import { upcomingVersionOf } from './upcoming-version.ts';

export async function desiredNodes(
  { database, secret }: { database: Database; secret: Secret },
  { organizationId, id: executorId }: TenantKey,
): Promise<DesiredNode[]> {
  const ofExecutor = and(eq(node.organizationId, executor.organizationId), eq(node.executorId, executor.id));
  const rows = await database
    .select({ node, drain: executor.drain, upcomingVersion: upcomingVersionOf(database) })
    .from(executor)
    .leftJoin(node, and(ofExecutor, isNull(node.removedAt)))
    .where(hasKey(executor, organizationId, executorId))
    .orderBy(asc(node.id));
  // An empty list would mean “no nodes desired”, but the desired state of a deleted executor is unknown.
  if (rows.length === 0) throw new Error('the executor was deleted while it synced');
  const operationsOf = await desiredOperations(database, { organizationId, id: executorId });
  const { rpcAuth } = await rpcCredentialsOf(database, secret, organizationId);
  const gatewayKey = await gatewayKeyOf(database, secret, organizationId);
  const gatewayMethods = await gatewayMethodsOf(database, organizationId);
  return rows
    .flatMap(({ node: row, drain, upcomingVersion }) => (row === null ? [] : [{ row, drain, upcomingVersion }]))
    .map(({ row, drain, upcomingVersion }) => {
      let lines: ConfigLine[] | undefined;
      return {
        ...configOf(row),
        ...row,
        // Rendered only when selected; Satrap's own agent renders it itself.
        get config() {
          lines ??= configLines(configOf(row));
          return lines;
        },
        rpcAuth: row.rpcAuths?.rpcAuth ?? rpcAuth,
        formerRpcAuth: row.rpcAuths?.formerRpcAuth ?? null,
        gatewayRpcAuth: gatewayPairOf(gatewayKey, row.id).rpcAuth,
        gatewayMethods,
        desiredState: deliveredState(row.desiredState, drain),
        operations: operationsOf(row.id),
        upcomingVersion,
      };
    });
}
