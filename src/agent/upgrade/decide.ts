import type { DesiredUpgrade, UpgradeReportState } from '../../contract/types.generated.ts';
import type { UpgradeOrder } from '../../upgrade/order.ts';
import { hasEnded, type UpgradeOutcome } from '../../upgrade/outcome.ts';
import type { EndedRequest } from './journal.ts';

export interface UpgradeFacts {
  /** What the last answer to a heartbeat asks for; null for nothing, undefined before the first answer. */
  wanted: DesiredUpgrade | null | undefined;
  version: string;
  order: UpgradeOrder | null;
  outcome: UpgradeOutcome | null;
  isOutcomeTold: boolean;
  /** How the request that is wanted ended before; undefined where it has not. */
  ended: EndedRequest | undefined;
}

export interface FollowedRequest {
  requestId: string;
  fromVersion: string;
  targetVersion: string;
  state: UpgradeReportState;
  reason: string | null;
}

export type UpgradeDecision =
  | { kind: 'rest'; why: string }
  /** The watcher acts, or it has ended: only tell of it. */
  | { kind: 'follow'; request: FollowedRequest }
  /** Nobody wants any more what was ordered, and the watcher has not begun. */
  | { kind: 'withdraw'; order: UpgradeOrder }
  | { kind: 'prepare'; wanted: DesiredUpgrade };

export function decideUpgrade(facts: UpgradeFacts): UpgradeDecision {
  const { wanted, order, outcome } = facts;
  if (outcome !== null && !hasEnded(outcome)) return follow(outcome);
  // The order of an upgrade that has ended is what the watcher removes last.
  if (order !== null && outcome?.requestId === order.requestId) return follow(outcome);
  if (order !== null) return ofOrder(order, wanted);
  if (wanted === undefined) {
    // Until an answer says that it is known, it is said again: the control plane must not take a version for done that is not.
    return outcome === null ? rest('the control plane has not answered yet') : follow(outcome);
  }
  if (wanted !== null) return ofWanted(wanted, facts);
  // A rollback by hand, which no control plane asks for, may end after its first answer.
  return outcome !== null && !facts.isOutcomeTold ? follow(outcome) : rest('the control plane asks for no upgrade');
}

function ofOrder(order: UpgradeOrder, wanted: UpgradeFacts['wanted']): UpgradeDecision {
  if (wanted !== undefined && wanted?.requestId !== order.requestId) return { kind: 'withdraw', order };
  const { requestId, fromVersion, toVersion: targetVersion } = order;
  return { kind: 'follow', request: { requestId, fromVersion, targetVersion, state: 'switching', reason: null } };
}

function ofWanted(wanted: DesiredUpgrade, { version, outcome, ended }: UpgradeFacts): UpgradeDecision {
  if (outcome?.requestId === wanted.requestId) return follow(outcome);
  if (ended !== undefined) return { kind: 'follow', request: ended };
  if (wanted.targetVersion === version) return rest(`the agent has the version ${version} already`);
  return { kind: 'prepare', wanted };
}

const rest = (why: string): UpgradeDecision => ({ kind: 'rest', why });

function follow({ requestId, fromVersion, toVersion, state, reason, lastWords }: UpgradeOutcome): UpgradeDecision {
  const words = lastWords === null ? reason : `${reason ?? 'it ended'}. Its last words: ${lastWords}`;
  return { kind: 'follow', request: { requestId, fromVersion, targetVersion: toVersion, state, reason: words } };
}
