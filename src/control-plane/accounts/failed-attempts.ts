import { isIPv4 } from 'node:net';
import { LRUCache } from 'lru-cache';

/** Look-ups of unknown keys that an address may make at once. A fleet of agents with a wrong key, behind one address, stays below it. */
const burst = 100;
/** Look-ups that an address earns back in each second; each costs one indexed query. */
const refillPerSecond = 10;
/** Addresses remembered. The one that was quiet longest is forgotten first, and then starts with a full burst. */
const maxAddresses = 10_000;

interface Bucket {
  tokens: number;
  at: number;
}

/**
 * Limits the look-ups of unknown keys by address, as a token bucket: each look-up takes a token, and gives it back when the key turns out
 * to be valid. Without the limit, anyone could load the database with made-up keys.
 */
export class FailedAttempts {
  readonly #buckets = new LRUCache<string, Bucket>({ max: maxAddresses });
  readonly #now: () => number;

  /** `now` returns milliseconds that never step. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Takes a token; returns 0, or the whole seconds to wait when the address has none left. */
  take(address: string): number {
    const block = addressBlock(address);
    const tokens = this.#tokensOf(block);
    if (tokens < 1) return Math.ceil((1 - tokens) / refillPerSecond);
    this.#buckets.set(block, { tokens: tokens - 1, at: this.#now() });
    return 0;
  }

  giveBack(address: string): void {
    const block = addressBlock(address);
    this.#buckets.set(block, { tokens: Math.min(burst, this.#tokensOf(block) + 1), at: this.#now() });
  }

  #tokensOf(block: string): number {
    const bucket = this.#buckets.get(block);
    if (bucket === undefined) return burst;
    return Math.min(burst, bucket.tokens + ((this.#now() - bucket.at) / 1000) * refillPerSecond);
  }
}

/** Returns the block of addresses that one client may have to itself: an IPv4 address, or the /64 of an IPv6 address. */
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
