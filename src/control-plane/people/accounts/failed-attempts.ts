import ipaddr from 'ipaddr.js';
import { tokenBuckets } from '../../../timing/token-buckets.ts';

/** A fleet of agents with a wrong key, behind one address, stays below this. Each look-up costs one indexed query. */
const rate = { burst: 100, perSecond: 10, maxOwners: 10_000 };

export type FailedAttempts = ReturnType<typeof failedAttempts>;

/** Limits look-ups of unknown keys by address: a look-up takes a token and returns it if the key is valid. `now` returns monotonic milliseconds. */
export function failedAttempts(now?: () => number) {
  const buckets = tokenBuckets(rate, now);
  return {
    take: (address: string): number => buckets.take(addressBlock(address)),
    giveBack: (address: string): void => buckets.add(addressBlock(address), 1),
  };
}

/** Returns the address block that a single client may own: an IPv4 address, or the /64 of an IPv6 address. */
export function addressBlock(address: string): string {
  // The name of an interface may hold characters that ipaddr refuses in a zone.
  const parsed = ipaddr.process(address.replace(/%.*/, ''));
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const network = parsed.parts.slice(0, 4).map((group) => group.toString(16));
  return `${network.join(':')}::/64`;
}
