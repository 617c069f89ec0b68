import type { DesiredUpgrade, UpgradeReportState } from '../../contract/types.generated.ts';
import { isEnd, type UpgradeOrder, type UpgradeOutcome } from '../../upgrade/upgrade-files.ts';
import type { EndedRequest } from './journal.ts';
import type { ReportedRequest } from './upgrade-events.ts';

export interface UpgradeFacts {
  /** The request in the last answer to a heartbeat; null without one, undefined before the first answer. */
  wanted: DesiredUpgrade | null | undefined;
  version: string;
  order: UpgradeOrder | null;
  outcome: UpgradeOutcome | null;
  isOutcomeReported: boolean;
  /** How the wanted request ended before; undefined if it has not. */
  ended: EndedRequest | undefined;
}

export interface FollowedRequest extends ReportedRequest {
  state: UpgradeReportState;
  reason: string | null;
}

export type UpgradeDecision =
  | { kind: 'rest'; why: string }
  /** The watcher works, or it has ended: only report it. */
  | { kind: 'follow'; request: FollowedRequest }
  /** The order is no longer wanted, and the watcher has not started. */
  | { kind: 'withdraw'; order: UpgradeOrder }
  | { kind: 'prepare'; wanted: DesiredUpgrade };

export function decideUpgrade(facts: UpgradeFacts): UpgradeDecision {
  const { wanted, order, outcome } = facts;
  if (outcome !== null && !isEnd(outcome.state)) return follow(outcome);
  // The order of a finished upgrade is what the watcher removes last.
  if (order !== null && outcome?.requestId === order.requestId) return follow(outcome);
  if (order !== null) return ofOrder(order, wanted);
  if (wanted === undefined) {
    // Report it until an answer acknowledges it: the control plane must not count a version as done that is not.
    return outcome === null ? rest('waiting for the control plane') : follow(outcome);
  }
  if (wanted !== null) return ofWanted(wanted, facts);
  // A manual rollback, which no control plane requests, may end after its first answer.
  return outcome !== null && !facts.isOutcomeReported ? follow(outcome) : rest('no upgrade requested');
}

function ofOrder(order: UpgradeOrder, wanted: UpgradeFacts['wanted']): UpgradeDecision {
  if (wanted !== undefined && wanted?.requestId !== order.requestId) return { kind: 'withdraw', order };
  const { requestId, fromVersion, toVersion: targetVersion } = order;
  return { kind: 'follow', request: { requestId, fromVersion, targetVersion, state: 'switching', reason: null } };
}

function ofWanted(wanted: DesiredUpgrade, { version, outcome, ended }: UpgradeFacts): UpgradeDecision {
  if (outcome?.requestId === wanted.requestId) return follow(outcome);
  if (ended !== undefined) return { kind: 'follow', request: ended };
  if (wanted.targetVersion === version) return rest(`the agent already runs version ${version}`);
  return { kind: 'prepare', wanted };
}

const rest = (why: string): UpgradeDecision => ({ kind: 'rest', why });

function follow({ requestId, fromVersion, toVersion, state, reason, lastWords }: UpgradeOutcome): UpgradeDecision {
  const words = lastWords === null ? reason : `${reason ?? 'exited'}. Last output: ${lastWords}`;
  return { kind: 'follow', request: { requestId, fromVersion, targetVersion: toVersion, state, reason: words } };
}
