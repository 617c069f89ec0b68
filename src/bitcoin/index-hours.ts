import { counted } from '../text/counted.ts';
import type { IndexKey } from './chain-facts.ts';
import { hasPeers, type Network, networkFacts } from './network.ts';

/** What the time that an index takes depends on. */
export interface BuildBasis {
  /** Bytes of the node's block files; null while they are unknown. */
  chainBytes: number | null;
  /** Bytes of blocks an hour that nodes of this host have verified at their best; null while none has synced here. */
  hostBytesPerHour: number | null;
}

/** How long an index takes to be built, in hours. */
export interface BuildHours {
  from: number;
  to: number;
  /** Whether this host’s own rate says so, and not what is usual. */
  measured: boolean;
}

/**
 * Estimates how long an index takes: every block is read again, at the rate at which this host has verified blocks, or, while that is unknown,
 * as long as is usual. Pure.
 */
export function buildHours(key: IndexKey, network: Network, { chainBytes, hostBytesPerHour }: BuildBasis): BuildHours {
  if (hasPeers(network) && chainBytes !== null && hostBytesPerHour !== null && hostBytesPerHour > 0) {
    const hours = chainBytes / hostBytesPerHour;
    return { from: hours, to: hours, measured: true };
  }
  const [from, to] = networkFacts(network).indexHours[key];
  return { from, to, measured: false };
}

/** Says for people how long that is. Pure. */
export function describeHours({ from, to, measured }: BuildHours): string {
  if (measured) return `about ${shown(to)} at the rate of this host’s nodes`;
  return to === 0 ? 'seconds' : `usually ${shown(from)} to ${shown(to)}; this host’s own rate is not known yet`;
}

function shown(hours: number): string {
  if (hours < 1) return counted(Math.max(1, Math.round(hours * 60)), 'minute');
  const rounded = hours < 10 ? Math.round(hours * 10) / 10 : Math.round(hours);
  return counted(rounded, 'hour');
}
