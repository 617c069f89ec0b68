import { gt, valid } from 'semver';
import type { UpgradeOrder } from '../upgrade/order.ts';
import { newSwitch, type SwitchJournal } from './journal.ts';

export interface OrderFacts {
  /** The version that runs; null where there is no pointer. */
  current: string | null;
  /** What this host is, such as linux-x64. */
  platform: string;
  /** The request that ended last. */
  endedRequest: string | null;
}

/** Returns the switch that an order of the agent's user begins, or why it begins none. Pure. */
export function acceptOrder(order: UpgradeOrder, facts: OrderFacts): SwitchJournal | { refusal: string | null } {
  const { requestId, fromVersion: from, toVersion: to, archive: path } = order;
  const { current, platform, endedRequest } = facts;
  // Its outcome is told already.
  if (requestId === endedRequest) return { refusal: null };
  if (current === null) return { refusal: 'this agent was not installed from a release' };
  if (from !== current) return { refusal: `the upgrade was ordered from version ${from}, but ${current} runs` };
  // The version becomes the name of a folder.
  if (valid(to) !== to) return { refusal: 'the version that was ordered is none' };
  if (valid(current) === null || !gt(to, current))
    return { refusal: `version ${to} is not later than ${current}; go back with: satrap agent rollback` };
  if (order.platform !== platform) return { refusal: `the archive is for ${order.platform}, and this is ${platform}` };
  const { channel, sizeBytes, sha256, signature } = order;
  return newSwitch({ requestId, from, to, archive: { path, channel, platform, sizeBytes, sha256, signature } });
}
