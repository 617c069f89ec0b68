import { lookup } from 'node:dns/promises';
import { BlockList, isIPv6 } from 'node:net';
import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os';
import type { EngineEndpoint } from '../../settings/engine-endpoint.ts';

/** Returns whether an address is one of this host: loopback, or that of an interface. Pure. */
export function isOwnAddress(address: string, interfaces: readonly Pick<NetworkInterfaceInfo, 'address'>[]): boolean {
  const own = new BlockList();
  own.addSubnet('127.0.0.0', 8, 'ipv4');
  own.addAddress('::1', 'ipv6');
  for (const { address } of interfaces) own.addAddress(address, isIPv6(address) ? 'ipv6' : 'ipv4');
  return own.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

/** Returns whether a name or an address leads to this host alone. False where it leads nowhere. */
export async function leadsHere(host: string): Promise<boolean> {
  const found = await lookup(host, { all: true }).catch(() => []);
  const own = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  return found.length > 0 && found.every(({ address }) => isOwnAddress(address, own));
}

/**
 * Returns why an engine is not that of the agent's own host, where data directories, free disk and ports are judged; null where it is. A socket is
 * of this host.
 */
export async function whyForeign(
  endpoint: EngineEndpoint,
  looks: { leadsHere(host: string): Promise<boolean>; runsThisContainer(): Promise<boolean> },
): Promise<string | null> {
  if (typeof endpoint === 'string') return null;
  const { host, port } = endpoint;
  if ((await looks.leadsHere(host)) || (await looks.runsThisContainer())) return null;
  return `the engine at ${host}:${port} is not that of the agent’s own host, whose disks and ports it looks after: run an agent on the engine’s host`;
}
