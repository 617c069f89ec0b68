import type { Network, NodeCounts, NodePhase } from '../../contract/types.generated.ts';
import { shownPhase } from '../fleet/inventory/where.ts';
import type { Database } from '../platform/database/database.ts';
import { and, count, eq, isNull, type SQL } from '../platform/database/drizzle.ts';
import { executor } from '../tables/executors.ts';
import { node } from '../tables/nodes.ts';

/** The condition that a node is in the inventory of an organization. */
export const nodesOf = (organizationId: string, condition: SQL | undefined): SQL | undefined =>
  and(eq(node.organizationId, organizationId), isNull(node.removedAt), condition);

/** Counts nodes altogether, and by phase and network. */
export async function countNodes(database: Database, condition: SQL | undefined): Promise<NodeCounts> {
  const rows = await database
    .select({ phase: shownPhase.as('phase'), network: node.network, nodes: count() })
    .from(node)
    .innerJoin(executor, eq(executor.id, node.executorId))
    .where(condition)
    .groupBy(({ phase, network }) => [phase, network]);
  const sums = <K>(keyOf: (row: (typeof rows)[number]) => K): [K, number][] =>
    [...Map.groupBy(rows, keyOf)]
      .map(([key, group]): [K, number] => [key, group.reduce((sum, { nodes }) => sum + nodes, 0)])
      .toSorted(([, a], [, b]) => b - a);
  return {
    total: rows.reduce((sum, { nodes }) => sum + nodes, 0),
    byPhase: sums(({ phase }): NodePhase => phase).map(([phase, nodes]) => ({ phase, nodes })),
    byNetwork: sums(({ network }): Network => network).map(([network, nodes]) => ({ network, nodes })),
  };
}
