import { BlockList, isIP } from 'node:net';

/**
 * Returns whether a URL is reached without the proxy, as curl and Go decide: a name with its subdomains, an address, a
 * range (CIDR or FIRST-LAST), each with a port if it should count for that alone, or `*`.
 */
export function isReachedDirectly(url: string, noProxy: readonly string[]): boolean {
  const { hostname, port, protocol } = new URL(url);
  const host = hostname
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '')
    .toLowerCase();
  const usedPort = port || (protocol === 'https:' ? '443' : '80');
  return noProxy.some((entry) => {
    const { name, port: ofEntry } = partsOf(entry.toLowerCase());
    return (ofEntry === undefined || ofEntry === usedPort) && matches(host, name);
  });
}

/** An IPv6 address with a port is in brackets. */
function partsOf(entry: string): { name: string; port: string | undefined } {
  const inBrackets = /^\[(?<name>.*)\](?::(?<port>\d+))?$/.exec(entry)?.groups;
  const plain = /^(?<name>[^:]*):(?<port>\d+)$/.exec(entry)?.groups;
  const { name = entry, port } = inBrackets ?? plain ?? {};
  return { name, port };
}

function matches(host: string, name: string): boolean {
  if (name === '*') return true;
  if (isIP(host) !== 0) return isWithin(host, name);
  const domain = name.replace(/^\*?\./, '').replace(/\.$/, '');
  return domain !== '' && (host === domain || host.endsWith(`.${domain}`));
}

function isWithin(address: string, range: string): boolean {
  const list = new BlockList();
  const [first = '', last, ...rest] = range.split(/[/-]/);
  const family = isIP(first) === 6 ? 'ipv6' : 'ipv4';
  if (isIP(first) === 0 || rest.length > 0) return false;
  if (last === undefined) list.addAddress(first, family);
  else if (range.includes('-')) {
    if (isIP(last) !== isIP(first)) return false;
    list.addRange(first, last, family);
  } else {
    const prefix = Number(last);
    if (last === '' || !Number.isInteger(prefix) || prefix > (family === 'ipv6' ? 128 : 32)) return false;
    list.addSubnet(first, prefix, family);
  }
  return list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}
