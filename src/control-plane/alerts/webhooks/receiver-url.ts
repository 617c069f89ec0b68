import { isIP } from 'node:net';
import type { AddressPolicy } from './address-policy.ts';

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
