import { and, type Database, desc, eq, hasKey, inArray, sql } from '../../platform/database/database.ts';
import { nodeRollout, nodeRolloutMember } from '../../tables/node-rollouts.ts';
import { node } from '../../tables/nodes.ts';

/** The version that a waiting rollout will change the row of `node` to, for a query; null without one. */
export function upcomingVersionOf(database: Database) {
  const { organizationId, rolloutId, nodeId, request, state } = nodeRolloutMember;
  const waiting = database
    .select({ version: sql`${request} #>> '{update,clientVersion}'` })
    .from(nodeRolloutMember)
    .innerJoin(nodeRollout, hasKey(nodeRollout, organizationId, rolloutId))
    .where(
      and(
        ...[eq(organizationId, node.organizationId), eq(nodeId, node.id), eq(state, 'waiting')],
        inArray(nodeRollout.state, ['running', 'paused']),
      ),
    )
    .orderBy(desc(nodeRollout.requestedAt))
    .limit(1);
  return sql<string | null>`(${waiting})`;
}
