import type { UpgradabilityInput, UpgradeReportInput } from '../../contract/types.generated.ts';
import type { EndedRequest } from './journal.ts';

export interface UpgradeStatus {
  /** ISO time of the last answer that said whether one is asked for; null before the first. */
  lookedAt: string | null;
  /** Why nothing is done, or what is, for people. */
  why: string;
  upgradability: UpgradabilityInput;
  /** The request that is told of with each heartbeat. */
  request: (UpgradeReportInput & { targetVersion: string | null }) | null;
  last: EndedRequest | null;
}
