import { isIPv4 } from 'node:net';
import { TokenBuckets } from '../../../timing/token-buckets.ts';

/** A fleet of agents with a wrong key, behind one address, stays below this. Each look-up costs one indexed query. */
const rate = { burst: 100, perSecond: 10, maxOwners: 10_000 };

/** Limits look-ups of unknown keys by address: a look-up takes a token and returns it if the key is valid. */
export class FailedAttempts {
  readonly #buckets: TokenBuckets;

  /** `now` returns monotonic milliseconds. */
  constructor(now?: () => number) {
    this.#buckets = new TokenBuckets(rate, now);
  }

  take(address: string): number {
    return this.#buckets.take(addressBlock(address));
  }

  giveBack(address: string): void {
    this.#buckets.add(addressBlock(address), 1);
  }
}

/** Returns the address block that a single client may own: an IPv4 address, or the /64 of an IPv6 address. */
export function addressBlock(address: string): string {
  const ipv4 = /^::ffff:([\d.]+)$/i.exec(address)?.[1] ?? address;
  if (isIPv4(ipv4)) return ipv4;
  const [head = '', tail] = (address.split('%')[0] ?? '').toLowerCase().split('::');
  const groups = (part: string) => part.split(':').filter((group) => group !== '');
  const first = groups(head);
  const last = groups(tail ?? '');
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - first.length - last.length)).fill('0');
  const network = [...first, ...zeros, ...last].slice(0, 4).map((group) => group.replace(/^0+(?=.)/, ''));
  return `${network.join(':')}::/64`;
}
