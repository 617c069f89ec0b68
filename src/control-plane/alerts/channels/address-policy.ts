import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** RFC 4291; other ranges are special or unassigned. */
const globalUnicast = ipaddr.parseCIDR('2000::/3');

/**
 * Addresses that channels may send to: public ones, and those that the operator allows. Otherwise a user's URL could make
 * the control plane call its own host, its network, or its cloud's metadata service.
 */
export class AddressPolicy {
  readonly #ranges: ReturnType<typeof ipaddr.parseCIDR>[];

  /** Throws for an invalid CIDR range. */
  constructor(allowedRanges: readonly string[]) {
    this.#ranges = allowedRanges.map((range) => ipaddr.parseCIDR(range));
  }

  get allowsMore(): boolean {
    return this.#ranges.length > 0;
  }

  allows(address: string): boolean {
    return this.isAllowedRange(address) || isPublic(address);
  }

  /** Whether the operator allows the address, even without TLS. */
  isAllowedRange(address: string): boolean {
    const parsed = parse(address);
    return parsed !== undefined && ipaddr.subnetMatch(parsed, { allowed: this.#ranges }, 'other') === 'allowed';
  }
}

/** Returns an IPv4 address mapped into IPv6 as IPv4. */
const parse = (address: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined =>
  ipaddr.isValid(address) ? ipaddr.process(address) : undefined;

function isPublic(address: string): boolean {
  const parsed = parse(address);
  if (parsed === undefined || parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' || parsed.match(globalUnicast);
}

const maxLength = 2000;

/** Returns what is wrong with a receiver's URL, or null. Each attempt checks the resolved address. */
export function receiverUrlFault(text: string, policy: AddressPolicy): string | null {
  if (text.length > maxLength) return `must be at most ${maxLength} characters`;
  if (!URL.canParse(text)) return 'must be a URL such as https://example.com/hook';
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'must start with https://';
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or password';
  const address = literalAddress(url);
  if (url.protocol === 'http:' && !(address === null ? policy.allowsMore : policy.isAllowedRange(address)))
    return "must start with https://; http is only for addresses that the control plane's operator allows";
  if (address !== null && !policy.allows(address))
    return "must lead to a public address, unless the control plane's operator allows it";
  return null;
}

/** Returns the IP address if the URL has one as its host, or null. */
export function literalAddress({ hostname }: URL): string | null {
  const address = hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(address) === 0 ? null : address;
}
