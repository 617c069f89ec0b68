import type { NodeRolloutState, UpgradeRolloutState } from '../../../contract/types.generated.ts';
import type { Database, SQL, TenantKey } from '../../platform/database/database.ts';

/** Rollouts of agents and of nodes have the same states. */
export type RolloutState = NodeRolloutState & UpgradeRolloutState;

export interface StoredRollout extends TenantKey {
  state: RolloutState;
}

export interface RolloutChange {
  state?: RolloutState;
  reason?: string | null;
  endedAt?: SQL;
}

/** What rollouts of agents and of nodes differ in. Everything else about their states is the engine’s. */
export interface RolloutKind<Row extends StoredRollout> {
  /** Locks the rollout with an id until the transaction ends; empty if the organization has none. */
  lock(transaction: Database, organizationId: string, id: string): Promise<Row[]>;
  /** Stores a change, and that something of the rollout changed now. */
  store(transaction: Database, rollout: TenantKey, change: RolloutChange): Promise<Row>;
  /** Completes “the rollout”, such as `of 1.2.3`. */
  titleOf(rollout: Row): string;
  /** The noun of a member. */
  member: string;
  /** What became of a member that is done. */
  done: string;
  /** What does not happen while it is paused. */
  whilePaused: string;
  /** What a cancellation leaves as it is. */
  whenCancelled: string;
}
