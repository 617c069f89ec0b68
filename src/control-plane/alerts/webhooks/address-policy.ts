import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

type Range = ReturnType<typeof ipaddr.parseCIDR>;

/** Global unicast addresses of IPv6 (RFC 4291); what lies outside is special, or not yet given to anybody. */
const globalUnicast = ipaddr.parseCIDR('2000::/3');

/**
 * Says which addresses a webhook may go to: public ones, and those that the operator allows. A webhook's URL comes from a user; without this,
 * it could make the control plane speak to its own host, its network, or the metadata service of its cloud.
 */
export class AddressPolicy {
  readonly #ranges: readonly Range[];

  /** Throws for a text that is no range. */
  constructor(allowedRanges: readonly string[]) {
    this.#ranges = allowedRanges.map((range) => ipaddr.parseCIDR(range));
  }

  /** Whether the operator allows anything besides public addresses. */
  get allowsMore(): boolean {
    return this.#ranges.length > 0;
  }

  /** Returns whether a webhook may go to an address. */
  allows(address: string): boolean {
    return this.isAllowedRange(address) || isPublic(address);
  }

  /** Returns whether the operator allows the address by a range, so that it may be spoken to without TLS as well. */
  isAllowedRange(address: string): boolean {
    const parsed = parse(address);
    return (
      parsed !== undefined && this.#ranges.some((range) => parsed.kind() === range[0].kind() && parsed.match(range))
    );
  }
}

/** Parses an address; one of IPv4 within IPv6 as the one of IPv4 that is spoken to. */
const parse = (address: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined =>
  ipaddr.isValid(address) ? ipaddr.process(address) : undefined;

function isPublic(address: string): boolean {
  const parsed = parse(address);
  if (parsed === undefined || parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' || parsed.match(globalUnicast);
}

const maxLength = 2000;

/** Returns what is wrong with the URL of a receiver, or null. Where its name leads is checked at every try. */
export function receiverUrlFault(text: string, policy: AddressPolicy): string | null {
  if (text.length > maxLength) return `may have at most ${maxLength} characters`;
  if (!URL.canParse(text)) return 'must be a URL such as https://example.com/hook';
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'must begin with https://';
  if (url.username !== '' || url.password !== '')
    return 'must not hold a user or password; deliveries are signed, which the receiver can verify';
  const address = literalAddress(url);
  if (url.protocol === 'http:' && !(address === null ? policy.allowsMore : policy.isAllowedRange(address)))
    return 'must begin with https://; http is only for addresses that the operator of the control plane allows';
  if (address !== null && !policy.allows(address))
    return 'must not lead to an address that is not public, unless the operator of the control plane allows it (--webhook-allow)';
  return null;
}

/** Returns the address that a URL names in place of a host name, or null. */
export function literalAddress({ hostname }: URL): string | null {
  const address = hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(address) === 0 ? null : address;
}
