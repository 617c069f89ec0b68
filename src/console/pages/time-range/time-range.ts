import type { Range, RangeSearch } from '../addresses.ts';

const [hour, day] = [3_600_000, 86_400_000];

export const rangeKinds: Readonly<Record<Range, { label: string; ms: number }>> = {
  '1h': { label: '1 h', ms: hour },
  '6h': { label: '6 h', ms: 6 * hour },
  '24h': { label: '24 h', ms: day },
  '7d': { label: '7 d', ms: 7 * day },
  '30d': { label: '30 d', ms: 30 * day },
  '90d': { label: '90 d', ms: 90 * day },
};

export interface Bounds {
  /** Inclusive. */
  from?: string;
  /** Exclusive. */
  to?: string;
}

/** Returns the bounds of a time range at a time, for a filter of the API; none for a list of any time. */
export function boundsOf({ range, from, to }: RangeSearch, nowMs: number): Bounds {
  if (from !== undefined || to !== undefined)
    return { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
  return range === undefined ? {} : { from: new Date(nowMs - rangeKinds[range].ms).toISOString() };
}

/** Returns whether an instant is within bounds. */
export const isWithin = (at: string, { from, to }: Bounds): boolean =>
  (from === undefined || Date.parse(at) >= Date.parse(from)) && (to === undefined || Date.parse(at) < Date.parse(to));

/** Returns an instant as an input for local times has it, such as `2026-11-29T01:30`; empty for none. */
export function localInput(at: string | undefined): string {
  if (at === undefined) return '';
  const time = new Date(at);
  const minutes = Math.floor(time.getTime() / 60_000) - time.getTimezoneOffset();
  return new Date(minutes * 60_000).toISOString().slice(0, 16);
}

/** Returns the instant of such an input; undefined for an empty one. */
export const instantOf = (local: string): string | undefined => {
  const ms = Date.parse(local);
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString();
};
