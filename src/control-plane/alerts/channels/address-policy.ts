import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** RFC 4291; other ranges are special or unassigned. */
const globalUnicast = ipaddr.parseCIDR('2000::/3');

/**
 * Addresses that channels may send to: public ones, and those that the operator allows. Otherwise a user's URL could make
 * the control plane call its own host, its network, or its cloud's metadata service. Throws for an invalid CIDR range.
 */
export function addressPolicy(allowedRanges: readonly string[]) {
  const allowed = allowedRanges.map((range) => ipaddr.parseCIDR(range));
  /** Whether the operator allows the address, even without TLS. */
  const isAllowedRange = (address: string): boolean => {
    const parsed = parse(address);
    return parsed !== undefined && ipaddr.subnetMatch(parsed, { allowed }, 'other') === 'allowed';
  };
  const allows = (address: string): boolean => isAllowedRange(address) || isPublic(address);
  return { allowsMore: allowed.length > 0, allows, isAllowedRange };
}

export type AddressPolicy = ReturnType<typeof addressPolicy>;

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
