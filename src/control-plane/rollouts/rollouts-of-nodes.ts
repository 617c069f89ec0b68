import { hasKey, oneRow, sql } from '../platform/database/database.ts';
import { type NodeRolloutRow, nodeRollout } from '../tables/node-rollouts.ts';
import type { RolloutKind } from './engine/rollout-kind.ts';
import { selectNodeRollout } from './node-rollouts.ts';

/** Rollouts that change nodes. */
export const rolloutsOfNodes: RolloutKind<NodeRolloutRow> = {
  lock: async (transaction, organizationId, id) => selectNodeRollout(transaction, organizationId, id).for('update'),
  store: async (transaction, { organizationId, id }, change) => {
    const changed = { ...change, updatedAt: sql`now()` };
    const isRollout = hasKey(nodeRollout, organizationId, id);
    return oneRow(await transaction.update(nodeRollout).set(changed).where(isRollout).returning());
  },
  titleOf: ({ summary }) => `“${summary}”`,
  ...{ member: 'node', done: 'changed' },
  whilePaused: 'no further node is changed',
  whenCancelled: 'changed nodes keep their change',
};
