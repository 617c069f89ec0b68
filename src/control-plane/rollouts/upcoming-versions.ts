import { bumpRevision } from '../fleet/executors/desired-revision.ts';
import { lockExecutors } from '../fleet/executors/find-executor.ts';
import { and, type Database, desc, eq, hasKey, inArray, sql } from '../platform/database/database.ts';
import { nodeRollout, nodeRolloutMember } from '../tables/node-rollouts.ts';
import { node } from '../tables/nodes.ts';
import type { PlannedMember } from './start-node-rollout.ts';

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

/** Tells the agents of members that will get another version, which fetch its image before the turn of their nodes. */
export async function announceVersions(
  transaction: Database,
  organizationId: string,
  members: readonly PlannedMember[],
): Promise<void> {
  const executors = members
    .filter(({ row, request, skipped }) => skipped == null && versionOf(request, row) !== row.clientVersion)
    .map(({ row }) => row.executorId);
  if (executors.length === 0) return;
  const locked = await lockExecutors(transaction, organizationId, [...new Set(executors)]);
  await bumpRevision(transaction, ...locked.values());
}

const versionOf = (request: PlannedMember['request'], { clientVersion }: PlannedMember['row']): string =>
  ('update' in request ? request.update.clientVersion : null) ?? clientVersion;
