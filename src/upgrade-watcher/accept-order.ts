import { gt, valid } from 'semver';
import type { ArchiveOrder, UpgradeOrder } from '../upgrade/upgrade-files.ts';
import { newSwitch, type SwitchJournal } from './journal.ts';

export interface OrderFacts {
  /** The running version; null without a link. */
  current: string | null;
  platform: string;
}

type Accepted = SwitchJournal | { refusal: string };

/** Returns the switch to start for an order of the agent's user, or why it is refused. */
export function acceptOrder(order: UpgradeOrder, { current, platform }: OrderFacts): Accepted {
  if ('image' in order) return { refusal: 'the agent was installed from an archive, but the order is for an image' };
  const { fromVersion: from, toVersion: to } = order;
  if (current === null) return { refusal: 'the agent was not installed from a release' };
  if (from !== current) return { refusal: `the order is for an upgrade from ${from}, but ${current} is running` };
  return whyRefused(order, platform) ?? ofArchive(order, from, to);
}

/** The same for an agent in a container. */
export function acceptImageOrder(order: UpgradeOrder, platform: string): Accepted {
  if (!('image' in order)) return { refusal: 'the agent runs in a container, but the order is for an archive' };
  const { requestId, fromVersion: from, toVersion: to, image } = order;
  return whyRefused(order, platform) ?? newSwitch({ requestId, from, to, archive: null, image });
}

function whyRefused({ fromVersion: from, toVersion: to, platform }: UpgradeOrder, own: string): Accepted | null {
  // The version becomes a folder name.
  if (valid(to) !== to) return { refusal: 'the ordered version is not valid' };
  if (valid(from) === null || !gt(to, from))
    return { refusal: `version ${to} is not newer than ${from}; to roll back, run: satrap agent rollback` };
  if (platform !== own) return { refusal: `the ordered version is for ${platform}, but this host is ${own}` };
  return null;
}

function ofArchive({ requestId, archive: path, ...order }: ArchiveOrder, from: string, to: string): SwitchJournal {
  const { channel, platform, sizeBytes, sha256, signature } = order;
  return newSwitch({ requestId, from, to, archive: { path, channel, platform, sizeBytes, sha256, signature } });
}
