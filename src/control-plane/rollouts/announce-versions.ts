import { bumpRevision } from '../fleet/executors/desired-revision.ts';
import { lockExecutors } from '../fleet/executors/find-executor.ts';
import { and, type Database, hasKey, type SQL, sql, type TenantKey } from '../platform/database/database.ts';
import { nodeRolloutMember } from '../tables/node-rollouts.ts';
import { node } from '../tables/nodes.ts';
import { membersOf } from './members.ts';

/**
 * Makes agents read again which version their nodes will get: they pull its image before the turn of the nodes, and no
 * longer once nothing waits. `condition` selects members; those that keep their version concern no agent. Call it before
 * events are recorded, because a heartbeat locks its host first.
 */
export async function announceVersions(
  transaction: Database,
  rollout: TenantKey,
  condition: SQL | undefined,
): Promise<void> {
  const isOther = sql`${nodeRolloutMember.request} #>> '{update,clientVersion}' <> ${node.clientVersion}`;
  const executors = await hostsOf(transaction, rollout, and(condition, isOther));
  if (executors.length === 0) return;
  const locked = await lockExecutors(transaction, rollout.organizationId, executors);
  await bumpRevision(transaction, ...locked.values());
}

/** Locks the hosts of members, by default of all, so that no later step locks some of them in another order. */
export async function lockHosts(transaction: Database, rollout: TenantKey, condition?: SQL): Promise<void> {
  await lockExecutors(transaction, rollout.organizationId, await hostsOf(transaction, rollout, condition));
}

async function hostsOf(transaction: Database, rollout: TenantKey, condition: SQL | undefined): Promise<string[]> {
  const { organizationId, nodeId } = nodeRolloutMember;
  const { executorId } = node;
  const found = await transaction
    .selectDistinct({ executorId })
    .from(nodeRolloutMember)
    .innerJoin(node, hasKey(node, organizationId, nodeId))
    .where(and(membersOf(rollout), condition));
  return found.map((row) => row.executorId);
}
