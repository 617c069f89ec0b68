import { asUser, userOf } from '../../storage/as-user.ts';
import { InvalidUpgradeFile } from '../../upgrade/json-file.ts';
import { readOrder } from '../../upgrade/order.ts';
import { hasEnded, readOutcome } from '../../upgrade/outcome.ts';
import { upgradeFiles } from '../../upgrade/upgrade-files.ts';
import type { DoctorFacts } from './facts.ts';

/** Looks for an upgrade of the agent that is ordered or under way. Null where there is none, and where this user may not look. */
export function gatherUpgrade(dataDir: string): DoctorFacts['upgrade'] {
  const files = upgradeFiles(dataDir);
  try {
    const [order, outcome] = asUser(userOf(dataDir), () => [readOrder(files), readOutcome(files)] as const);
    if (outcome !== null && !hasEnded(outcome)) return { from: outcome.fromVersion, to: outcome.toVersion };
    // The order of one that has ended is what the watcher removes last.
    return order === null || order.requestId === outcome?.requestId
      ? null
      : { from: order.fromVersion, to: order.toVersion };
  } catch (error) {
    return error instanceof InvalidUpgradeFile ? { fault: error.message } : null;
  }
}
