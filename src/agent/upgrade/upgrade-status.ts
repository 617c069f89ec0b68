import type { UpgradabilityInput, UpgradeReportInput } from '../../contract/types.generated.ts';
import type { EndedRequest } from './journal.ts';

export interface UpgradeStatus {
  lookedAt: string | null;
  why: string;
  upgradability: UpgradabilityInput;
  /** The request that is told of with each heartbeat. */
  request: (UpgradeReportInput & { targetVersion: string | null }) | null;
  last: EndedRequest | null;
}
