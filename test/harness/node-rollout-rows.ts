import type { Database } from '../../src/control-plane/platform/database/database.ts';
import {
  type MemberUpdate,
  type NodeRolloutRow,
  nodeRollout,
  nodeRolloutMember,
} from '../../src/control-plane/tables/node-rollouts.ts';

interface Options {
  state?: NodeRolloutRow['state'];
  reason?: string | null;
  /** What puts the settings of the first member back. Default: nothing, as after a restart. */
  previous?: MemberUpdate | null;
}

interface Place {
  organizationId: string;
  nodes: readonly { id: string; name: string }[];
}

const later = (): Date => new Date(Date.now() + 3_600_000);

/** Inserts a rollout of restarts whose first member is under way and never comes back. Returns its id. */
export function insertNodeRollout(
  database: Database,
  { organizationId, nodes }: Place,
  { state = 'running', reason = null, previous = null }: Options = {},
): Promise<string> {
  // In one transaction: the job ends a rollout without members.
  return database.transaction(async (transaction) => {
    const actor = { type: 'user' as const, name: 'Ada', userId: null, apiKeyId: null };
    const [rollout] = await transaction
      .insert(nodeRollout)
      .values({ ...{ organizationId, summary: 'Restart', parallel: 1, requestedBy: 'Ada' }, actor, state, reason })
      .returning({ id: nodeRollout.id });
    const rolloutId = rollout?.id ?? '';
    const before = { phase: 'running' as const, restarts: true, blocksBehind: null, problems: [] };
    const changed = { revision: 2_000_000_000, previous, before, startedAt: new Date(), deadline: later() };
    await transaction.insert(nodeRolloutMember).values(
      nodes.map(({ id: nodeId, name: nodeName }, position) => ({
        ...{ organizationId, rolloutId, position, groupNumber: position + 1, nodeId, nodeName },
        ...{ request: { restart: true as const }, changes: [] },
        ...(position > 0
          ? {}
          : state === 'stopped'
            ? { ...changed, state: 'failed' as const, reason }
            : { ...changed, state: 'under_way' as const }),
      })),
    );
    return rolloutId;
  });
}
