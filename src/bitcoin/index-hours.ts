import { counted } from '../text/counted.ts';
import type { IndexKey } from './chain-facts.ts';
import { hasPeers, type Network, networkFacts } from './network.ts';

/** Inputs for the build time of an index. */
export interface BuildBasis {
  /** Bytes of the node's block files; null if unknown. */
  chainBytes: number | null;
  /** The best hourly rate of block bytes that nodes of this host have verified; null if none has synced here. */
  hostBytesPerHour: number | null;
}

/** The build time of an index, in hours. */
export interface BuildHours {
  from: number;
  to: number;
  /** Whether it is based on this host’s own rate instead of typical values. */
  measured: boolean;
}

/** Estimates the build time of an index, which reads every block, at this host's rate of verifying blocks if known. */
export function buildHours(key: IndexKey, network: Network, { chainBytes, hostBytesPerHour }: BuildBasis): BuildHours {
  if (hasPeers(network) && chainBytes !== null && hostBytesPerHour !== null && hostBytesPerHour > 0) {
    const hours = chainBytes / hostBytesPerHour;
    return { from: hours, to: hours, measured: true };
  }
  const [from, to] = networkFacts(network).indexHours[key];
  return { from, to, measured: false };
}

/** Describes the duration for people. */
export function describeHours({ from, to, measured }: BuildHours): string {
  if (measured) return `about ${shown(to)} at this host’s rate`;
  return to === 0 ? 'seconds' : `typically ${shown(from)} to ${shown(to)}; this host’s own rate is not known yet`;
}

function shown(hours: number): string {
  if (hours < 1) return counted(Math.max(1, Math.round(hours * 60)), 'minute');
  const rounded = hours < 10 ? Math.round(hours * 10) / 10 : Math.round(hours);
  return counted(rounded, 'hour');
}
