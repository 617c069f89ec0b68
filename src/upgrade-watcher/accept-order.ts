import { gt, valid } from 'semver';
import type { ArchiveOrder, ImageOrder, UpgradeOrder } from '../upgrade/order.ts';
import { newSwitch, type SwitchJournal } from './journal.ts';

export interface OrderFacts {
  /** The version that runs; null where there is no pointer. */
  current: string | null;
  platform: string;
  endedRequest: string | null;
}

type Accepted = SwitchJournal | { refusal: string | null };

/** Returns the switch that an order of the agent's user begins, or why it begins none. */
export function acceptOrder(order: UpgradeOrder, facts: OrderFacts): Accepted {
  // Its outcome is told already.
  if (order.requestId === facts.endedRequest) return { refusal: null };
  if ('image' in order) return { refusal: 'this agent runs from an archive, and an image was ordered' };
  const { fromVersion: from, toVersion: to } = order;
  const { current } = facts;
  if (current === null) return { refusal: 'this agent was not installed from a release' };
  if (from !== current) return { refusal: `the upgrade was ordered from version ${from}, but ${current} runs` };
  return whyRefused(order, current, facts.platform) ?? ofArchive(order, from, to);
}

/** The same for an agent that runs in a container. */
export function acceptImageOrder(order: UpgradeOrder, facts: Pick<OrderFacts, 'platform' | 'endedRequest'>): Accepted {
  if (order.requestId === facts.endedRequest) return { refusal: null };
  if (!('image' in order)) return { refusal: 'this agent runs in a container, and an archive was ordered' };
  const { requestId, fromVersion: from, toVersion: to, image }: ImageOrder = order;
  return whyRefused(order, from, facts.platform) ?? newSwitch({ requestId, from, to, archive: null, image });
}

function whyRefused({ toVersion: to, platform }: UpgradeOrder, current: string, own: string): Accepted | null {
  // The version becomes the name of a folder.
  if (valid(to) !== to) return { refusal: 'what was ordered is not a version' };
  if (valid(current) === null || !gt(to, current))
    return { refusal: `version ${to} is not later than ${current}; go back with: satrap agent rollback` };
  if (platform !== own) return { refusal: `what was ordered is for ${platform}, and this is ${own}` };
  return null;
}

function ofArchive({ requestId, archive: path, ...order }: ArchiveOrder, from: string, to: string): SwitchJournal {
  const { channel, platform, sizeBytes, sha256, signature } = order;
  return newSwitch({ requestId, from, to, archive: { path, channel, platform, sizeBytes, sha256, signature } });
}
