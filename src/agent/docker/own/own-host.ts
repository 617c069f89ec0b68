import { lookup } from 'node:dns/promises';
import { BlockList, isIPv6 } from 'node:net';
import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os';
import { authorityOf } from '../../../text/authority.ts';
import type { EngineEndpoint } from '../../settings/engine-endpoint.ts';

/** Returns whether an address belongs to this host: loopback or one of its interfaces. */
export function isOwnAddress(address: string, interfaces: readonly Pick<NetworkInterfaceInfo, 'address'>[]): boolean {
  const own = new BlockList();
  own.addSubnet('127.0.0.0', 8, 'ipv4');
  own.addAddress('::1', 'ipv6');
  for (const { address } of interfaces) own.addAddress(address, isIPv6(address) ? 'ipv6' : 'ipv4');
  return own.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

/** Returns whether a host name or address resolves to this host only. False if it does not resolve. */
export async function isLocalAddress(host: string): Promise<boolean> {
  const found = await lookup(host, { all: true }).catch(() => []);
  const own = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  return found.length > 0 && found.every(({ address }) => isOwnAddress(address, own));
}

/** Returns why an engine does not run on this host, whose disks and ports the agent checks; null if it does. */
export async function whyForeign(
  endpoint: EngineEndpoint,
  runsThisContainer: () => Promise<boolean>,
): Promise<string | null> {
  if (typeof endpoint === 'string') return null;
  const { host, port } = endpoint;
  if ((await isLocalAddress(host)) || (await runsThisContainer())) return null;
  return `the engine at ${authorityOf(host, port)} runs on another host; run an agent on that host instead`;
}
