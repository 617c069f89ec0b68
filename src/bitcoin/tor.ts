import type { ConfigIssue, NodeTor } from './node-config.ts';
import type { ReadOverride } from './read-overrides.ts';

/** A node that uses no Tor, in the form of a request. */
export const torOff: NodeTor = { mode: 'off', proxy: null, onionAddress: null };

interface TorRequest {
  mode: NodeTor['mode'];
  proxy?: string | null | undefined;
  onionAddress?: string | null | undefined;
}

/** Returns the Tor that a request names, in the form in which it is compared; null for none. */
export function torOf(request: TorRequest | null | undefined): NodeTor | null {
  if (request == null || request.mode === 'off') return null;
  const { mode, proxy, onionAddress } = request;
  return { mode, proxy: trimmed(proxy), onionAddress: trimmed(onionAddress)?.toLowerCase() ?? null };
}

const trimmed = (text: string | null | undefined): string | null => text?.trim() || null;

/** The Tor of a node for people. */
export const torText = (tor: NodeTor | null | undefined): string =>
  tor == null ? 'off' : [tor.proxy, tor.onionAddress].filter((text) => text !== null).join(', ');

/**
 * Returns whether an address is the node's container itself, where nothing listens but the daemon. The address is in a
 * form that bitcoind accepts: an IP, then maybe a port and a network.
 */
export const isContainerItself = (address: string): boolean => /^(127\.|0\.|\[?::1?\]?($|[:=]))/.test(address);

const whereProxyRuns =
  'use an address of the host that the container reaches, such as 172.17.0.1, the gateway of Docker’s default network';

/** What is wrong with an address of the container itself; the rest of the sentence «PROXY …» or a note. */
export const loopbackNote = `the loopback address is the node’s own container, where no proxy runs: ${whereProxyRuns}`;

/** Version 3, the only one left: the last of its 56 characters holds the version. */
const onionPattern = /^[a-z2-7]{55}d\.onion$/;

/** IPv4 and IPv6 with a port; the parts are judged by `isAddress`. */
const endpointPattern = /^(?:\[([0-9a-f:.]+)\]|([0-9.]+)):([0-9]{1,5})$/i;

/** Returns every fault of a node's Tor. `isIP` judges an address. */
export function checkTor(tor: NodeTor | null, isIP: (text: string) => boolean): ConfigIssue[] {
  if (tor === null) return [];
  const proxyFault = faultOfProxy(tor.proxy, isIP);
  return [
    ...(proxyFault === null ? [] : [{ path: ['tor', 'proxy'], message: proxyFault }]),
    ...(tor.onionAddress === null || onionPattern.test(tor.onionAddress)
      ? []
      : [
          { path: ['tor', 'onionAddress'], message: 'must be an onion address of version 3: 56 characters and .onion' },
        ]),
  ];
}

function faultOfProxy(proxy: string | null, isIP: (text: string) => boolean): string | null {
  if (proxy === null) return 'is required: the SOCKS proxy of your Tor, as IP:PORT';
  const [, v6, v4 = '', port] = endpointPattern.exec(proxy) ?? [];
  const isValid = isIP(v6 ?? v4) && Number(port) >= 1 && Number(port) <= 65_535;
  if (!isValid) return 'must be IP:PORT, such as 172.17.0.1:9050; a name would be looked up outside of Tor';
  return isContainerItself(proxy) ? loopbackNote : null;
}

/**
 * The settings with which nothing that the daemon sends to peers leaves by another way: connections, names and seeds go
 * to the proxy (src/init.cpp, src/net.cpp), and no address of the host is announced.
 */
export const torLines = ({ proxy, onionAddress }: NodeTor): { key: string; value: string }[] => [
  { key: 'proxy', value: proxy ?? '' },
  { key: 'dns', value: '0' },
  { key: 'discover', value: '0' },
  // The daemon would ask a Tor in its own container for an onion service.
  { key: 'listenonion', value: '0' },
  ...(onionAddress === null ? [] : [{ key: 'externalip', value: onionAddress }]),
];

const ownKeys: ReadonlySet<string> = new Set(['proxy', 'onion', 'listenonion', 'torcontrol', 'torpassword']);

/** Returns why a node with a Tor cannot have an override; null if it can. */
export function whyNotWithTor({ base, key, value }: ReadOverride): string | null {
  if (ownKeys.has(base)) return 'is set by the node’s Tor: remove it, or turn off the node’s Tor';
  const isOn = (key === base) !== (value === '0');
  if (base === 'dns' && isOn) return 'would look names up outside of Tor: remove it';
  if (base === 'discover' && isOn) return 'would announce addresses of the host: remove it';
  if (base === 'externalip' && !/\.(onion|b32\.i2p)(:|$)/i.test(value))
    return 'would announce an address that is not in Tor: remove it';
  return null;
}

/**
 * Returns why a node that connects to onion services only finds none; null if it can. `bitcoind` accepts it, because it
 * hopes for a Tor at its own loopback address (src/torcontrol.cpp).
 */
export function whyNoOnion(read: readonly ReadOverride[], tor: NodeTor | null): string | null {
  if (tor !== null) return null;
  const reaches = ({ key, base, value }: ReadOverride): boolean =>
    key === base &&
    (base === 'onion' || base === 'torcontrol' || (base === 'proxy' && /^[^=]*(=(tor|onion))?$/.test(value))) &&
    !['', '0'].includes(value) &&
    !isContainerItself(value);
  return read.some(reaches)
    ? null
    : 'finds no onion service, because no Tor runs in the node’s container: set the node’s Tor';
}
