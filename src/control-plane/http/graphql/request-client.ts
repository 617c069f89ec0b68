import type { IncomingHttpHeaders } from 'node:http';
import ipaddr from 'ipaddr.js';
import type { RequestClient } from '../../request/caller.ts';
import type { ControlPlaneSettings } from '../../settings.ts';

export type ClientSettings = Pick<ControlPlaneSettings, 'publicUrl' | 'trustedProxies' | 'tls'>;

/** Returns the client of a request; the peer is the client or the last proxy. Only trusted proxies are believed. */
export function requestClient(
  { headers, peerAddress }: { headers: IncomingHttpHeaders; peerAddress: string | undefined },
  settings: ClientSettings,
): RequestClient {
  const { publicUrl, trustedProxies = [], tls } = settings;
  const trusts = (address: string) => isWithin(address, trustedProxies);
  const isBehindProxy = peerAddress !== undefined && trusts(peerAddress);
  const { hops, protocol } = forwardedBy(headers);
  const forwardedProtocol = isBehindProxy ? protocol : undefined;
  // A proxy speaks of its client's connection, and not of its own to this server.
  const isEncrypted = forwardedProtocol === undefined ? tls !== undefined : forwardedProtocol === 'https';
  const isSecure = isEncrypted || (publicUrl !== undefined && new URL(publicUrl).protocol === 'https:');
  return {
    address: peerAddress === undefined ? null : clientAddress(peerAddress, hops, trusts),
    origin: headers.origin ?? null,
    cookie: headers.cookie ?? null,
    userAgent: headers['user-agent'] ?? null,
    isSecure,
    isOwnOrigin: isOwnOrigin(headers, publicUrl, isSecure),
  };
}

function clientAddress(peer: string, hops: readonly string[], trusts: (address: string) => boolean): string {
  let address = peer;
  for (const hop of hops.map(addressOf).toReversed()) {
    if (!trusts(address) || hop === null) break;
    address = hop;
  }
  return address;
}

/** What proxies say of the connections before them, the nearest last. Most write X-Forwarded-…, some RFC 7239. */
function forwardedBy(headers: IncomingHttpHeaders): { hops: string[]; protocol: string | undefined } {
  const forwarded = listOf(headers['forwarded']).map(elementOf);
  const listed = listOf(headers['x-forwarded-for']);
  return {
    hops: listed.length > 0 ? listed : forwarded.map(({ for: from = '' }) => from),
    protocol: (listOf(headers['x-forwarded-proto']).at(-1) ?? forwarded.at(-1)?.['proto'])?.toLowerCase(),
  };
}

/** The parameters of one element of the header Forwarded, such as `for="[2001:db8::1]:4711";proto=https`. */
const elementOf = (element: string): Record<string, string> =>
  Object.fromEntries(
    element.split(';').flatMap((pair) => {
      const [name = '', value] = pair.split('=', 2);
      return value === undefined ? [] : [[name.trim().toLowerCase(), value.trim().replace(/^"(.*)"$/, '$1')]];
    }),
  );

/** Without port, brackets, quotes and zone; null for what is no address, such as `unknown` or `_hidden`. */
function addressOf(hop: string): string | null {
  const text = hop.replace(/^"(.*)"$/, '$1');
  const bare = /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  const address = bare.replace(/%.*$/, '');
  // `process` also turns ::ffff:192.0.2.1 into 192.0.2.1.
  return ipaddr.isValid(address) ? ipaddr.process(address).toString() : null;
}

function isOwnOrigin(headers: IncomingHttpHeaders, publicUrl: string | undefined, isSecure: boolean): boolean {
  const { origin, host } = headers;
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') return false;
  if (origin === undefined) return site === 'same-origin';
  if (!URL.canParse(origin)) return false;
  if (publicUrl !== undefined) return new URL(origin).origin === new URL(publicUrl).origin;
  // The browser knows the scheme of its page; behind an untrusted proxy, the server does not.
  const isScheme = site === 'same-origin' || new URL(origin).protocol === (isSecure ? 'https:' : 'http:');
  return isScheme && new URL(origin).host === host;
}

const isWithin = (address: string, ranges: readonly string[]): boolean =>
  ipaddr.isValid(address) &&
  ipaddr.subnetMatch(ipaddr.process(address), { own: ranges.map((range) => ipaddr.parseCIDR(range)) }, 'other') ===
    'own';

const listOf = (header: string | string[] | undefined): string[] =>
  [header ?? []]
    .flat()
    .join(',')
    .split(',')
    .map((text) => text.trim())
    .filter(Boolean);
