import type { IncomingHttpHeaders } from 'node:http';
import ipaddr from 'ipaddr.js';
import type { RequestClient } from '../../request/caller.ts';
import type { ControlPlaneSettings } from '../../settings.ts';

export type ClientSettings = Pick<ControlPlaneSettings, 'publicUrl' | 'trustedProxies'>;

/** Returns the client of a request; the peer is the client or the last proxy. Only trusted proxies are believed. */
export function requestClient(
  { headers, peerAddress }: { headers: IncomingHttpHeaders; peerAddress: string | undefined },
  settings: ClientSettings,
): RequestClient {
  const { publicUrl, trustedProxies = [] } = settings;
  const trusts = (address: string) => isWithin(address, trustedProxies);
  const isBehindProxy = peerAddress !== undefined && trusts(peerAddress);
  const forwardedProtocol = isBehindProxy ? lastOf(headers['x-forwarded-proto']) : undefined;
  const isSecure =
    forwardedProtocol === 'https' || (publicUrl !== undefined && new URL(publicUrl).protocol === 'https:');
  return {
    address: peerAddress === undefined ? null : clientAddress(peerAddress, headers['x-forwarded-for'], trusts),
    origin: headers.origin ?? null,
    cookie: headers.cookie ?? null,
    userAgent: headers['user-agent'] ?? null,
    isSecure,
    isOwnOrigin: isOwnOrigin(headers, publicUrl, isSecure),
  };
}

function clientAddress(
  peer: string,
  forwardedFor: string | string[] | undefined,
  trusts: (address: string) => boolean,
): string {
  let address = peer;
  const hops = [forwardedFor ?? []].flat().join(',').split(',');
  for (const hop of hops.map((text) => text.trim()).toReversed()) {
    if (!trusts(address) || !ipaddr.isValid(hop)) break;
    address = hop;
  }
  return address;
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

const lastOf = (header: string | string[] | undefined): string | undefined =>
  [header ?? []].flat().join(',').split(',').at(-1)?.trim().toLowerCase();
