import { hasKey, oneRow, sql } from '../../platform/database/database.ts';
import type { RolloutKind } from '../../rollouts/engine/rollout-kind.ts';
import { type RolloutRow, upgradeRollout } from '../../tables/releases.ts';
import { selectRollout } from './rollouts.ts';

/** Rollouts that upgrade agents. */
export const agentRollouts: RolloutKind<RolloutRow> = {
  lock: async (transaction, organizationId, id) => selectRollout(transaction, organizationId, id).for('update'),
  store: async (transaction, { organizationId, id }, change) => {
    const changed = { ...change, updatedAt: sql`now()` };
    const isRollout = hasKey(upgradeRollout, organizationId, id);
    return oneRow(await transaction.update(upgradeRollout).set(changed).where(isRollout).returning());
  },
  titleOf: ({ targetVersion }) => `of ${targetVersion}`,
  ...{ member: 'host', done: 'upgraded' },
  whilePaused: 'no further group starts',
  whenCancelled: 'pending upgrades still finish',
};
