import ipaddr from 'ipaddr.js';
import { laterCategories, logCategories } from './clients/log-categories.ts';
import type { OptionDescription, OptionType } from './clients/option-description.ts';
import { versionData } from './clients/registry.ts';
import type { NodeConfig } from './node-config.ts';
import { integerRule, matching, type Rule } from './typed-overrides.ts';
import { zmqTopicOf } from './zmq.ts';

const maxBitcoins = 21_000_000;

/** Whether a text is an IPv4 address of four decimal numbers. Also runs in browsers, which have no `node:net`. */
const isIPv4 = (text: string): boolean => ipaddr.IPv4.isValidFourPartDecimal(text);
const isIPv6 = (text: string): boolean => ipaddr.IPv6.isValid(text);
export const isIP = (text: string): boolean => isIPv4(text) || isIPv6(text);
const isName = (host: string): boolean => /^[a-z0-9]([a-z0-9._-]{0,251}[a-z0-9])?$/i.test(host);
const isHidden = (host: string): boolean => /^([a-z2-7]{56}\.onion|[a-z2-7]{52}\.b32\.i2p)$/i.test(host);
const isPort = (text: string): boolean => /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535;

/** Splits host and port, and removes the brackets of an IPv6 address. */
function splitHost(text: string): { host: string; port: string | undefined } {
  if (isIPv6(text)) return { host: text, port: undefined };
  const parts = /^(?:\[([0-9a-f:.]+)\]|([^:[\]]+))(?::(.*))?$/i.exec(text);
  return { host: parts?.[1] ?? parts?.[2] ?? '', port: parts?.[3] };
}

const hostRule = (allowed: string, isHost: (host: string) => boolean): Rule => ({
  allowed,
  accepts: (text) => {
    const { host, port } = splitHost(text);
    return isHost(host) && (port === undefined || isPort(port));
  },
});

const peer = hostRule(
  'must be the address or name of a peer, optionally with :PORT',
  (host) => isIP(host) || isName(host),
);

// bitcoind accepts a name but exits if it cannot resolve it, and DNS may not be available yet at startup. Without a port,
// it uses the default one.
const why = 'no name, because bitcoind exits if it cannot resolve one at startup';
const noSocket = 'no Unix socket, because the node’s container has none';
const proxyHost = hostRule('', isIP);
const controlAddress = hostRule(`must be IP or IP:PORT; ${why}`, isIP);

/** From this major on, a proxy may be set for one network, and several ones (doc/release-notes-32425.md). */
const firstWithNetworkProxies = 30;
const proxyNetwork = /^(ipv4|ipv6|tor|onion|cjdns)$/;

function proxyRule(major: number): Rule {
  const byNetwork = major >= firstWithNetworkProxies;
  const suffix = byNetwork ? ', optionally with =NETWORK (ipv4, ipv6, onion or cjdns)' : '';
  return {
    allowed: `must be IP or IP:PORT${suffix}, or 0 for none; ${why}; ${noSocket}`,
    accepts: (text) => {
      const [address = '', network, ...rest] = byNetwork ? text.split('=') : [text];
      const isNetwork = network === undefined || proxyNetwork.test(network);
      return rest.length === 0 && isNetwork && (address === '' ? network === undefined : takesProxy(address));
    },
  };
}

const takesProxy = (text: string): boolean => text === '0' || proxyHost.accepts(text);

const onion: Rule = {
  allowed: `must be IP or IP:PORT, or 0 for none; ${why}; ${noSocket}`,
  accepts: (text) => text === '' || takesProxy(text),
};
const ownAddress = hostRule(
  'must be an IP, Tor or I2P address; bitcoind does not start if a name cannot be resolved',
  (host) => isIP(host) || isHidden(host),
);

const orOff = (rule: Rule): Rule => ({
  allowed: `${rule.allowed}, or 0 for none`,
  accepts: (text) => text === '0' || rule.accepts(text),
});

const permissions = /^(bloomfilter|bloom|noban|forcerelay|mempool|download|all|relay|addr)$/;
/** New in 28, where earlier versions exit (src/net_permissions.cpp). */
const directions = /^(in|out)$/;

const whitelistRule = (major: number): Rule => ({
  allowed:
    'must be an IP address or a subnet such as 192.0.2.0/24, optionally with PERMISSIONS@ before it' +
    (major < 28 ? ' (in and out from 28.0 on)' : ''),
  accepts: (text) => {
    const at = text.lastIndexOf('@');
    const granted = at < 0 ? [] : text.slice(0, at).split(',');
    const [host = '', bits, ...rest] = text.slice(at + 1).split('/');
    const most = isIPv4(host) ? 32 : 128;
    const isSubnet = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most);
    return (
      rest.length === 0 &&
      isIP(host) &&
      isSubnet &&
      granted.every((each) => permissions.test(each) || (major >= 28 && directions.test(each)))
    );
  },
});

const zmq = matching(
  /^[01]$/,
  'must be 1 to publish, or 0: the host’s agent chooses the address, and the node’s endpoints show it',
);

const amountOf = ({ min = 0 }: OptionDescription): Rule => ({
  allowed: `must be an amount from ${min} to ${maxBitcoins} with at most eight decimals`,
  accepts: (text) =>
    text === String(min) || (/^\d{1,8}(\.\d{1,8})?$/.test(text) && Number(text) <= maxBitcoins && Number(text) >= min),
});

/** For options whose type is not specific enough (src/init.cpp, src/net_permissions.cpp, src/chainparams.cpp). */
const ruleByKey: Readonly<Record<string, Rule>> = {
  connect: orOff(peer),
  onion,
  i2psam: controlAddress,
  torcontrol: controlAddress,
  externalip: ownAddress,
  asmap: matching(/^1$/, 'must be 1, the map that is built into bitcoind; the node’s container has no other file'),
  minimumchainwork: matching(/^(0x)?[0-9a-f]{1,64}$/i, 'must be a hexadecimal number of up to 64 digits'),
  maxuploadtarget: matching(
    /^\d{1,9}[kKmMgGtT]?$/,
    'must be a number of MiB, or a number with a unit: k K m M g G t T',
  ),
  uacomment: matching(
    /^[A-Za-z0-9 .,;_?@-]{1,100}$/,
    'must be at most 100 letters, digits, blanks and . , ; - _ ? @ (bitcoind does not start with others)',
  ),
  vbparams: matching(
    /^(testdummy|taproot):-?\d{1,12}:-?\d{1,12}(:\d{1,9})?$/,
    'must be testdummy or taproot, then :START:END or :START:END:HEIGHT',
  ),
  testactivationheight: matching(
    /^(segwit|bip34|dersig|cltv|csv)@\d{1,9}$/,
    'must be segwit, bip34, dersig, cltv or csv, then @HEIGHT',
  ),
  deprecatedrpc: matching(/^[a-z0-9_]{1,64}$/, 'must be the name of an RPC method or of a feature'),
  wallet: matching(
    /^(?!.*\.\.)[^/\\]{0,255}$/,
    'must be the name of a wallet of this node, without slashes or two dots in a row',
  ),
};

const boolean = matching(/^[01]$/, 'must be 1 or 0 (bitcoind reads words as 0)');
const hex = matching(/^([0-9a-f]{2})+$/i, 'must be hexadecimal digits, two per byte');

const ruleByType: Readonly<Record<OptionType, (option: OptionDescription) => Rule | null>> = {
  boolean: () => boolean,
  integer: integerRule,
  amount: amountOf,
  choice: ({ choices = [] }) => ({
    allowed: `must be one of ${choices.join(', ')}`,
    accepts: (text) => choices.includes(text),
  }),
  hex: () => hex,
  address: () => peer,
  path: () => null,
  text: () => null,
};

/** Rules of options whose values depend on the major version. */
const ruleByMajor: Readonly<Record<string, (major: number) => Rule>> = {
  proxy: proxyRule,
  whitelist: whitelistRule,
  loglevel: (major) =>
    matching(
      new RegExp(`^((${[...logCategories, ...laterCategories(major)].join('|')}):)?(info|debug|trace)$`),
      'must be info, debug or trace, optionally with a category and a colon before it',
    ),
};

function ruleOf(key: string, option: OptionDescription, major: number): Rule | null {
  if (Object.hasOwn(ruleByMajor, key)) return ruleByMajor[key]?.(major) ?? null;
  const own = Object.hasOwn(ruleByKey, key) ? ruleByKey[key] : undefined;
  if (own !== undefined) return own;
  return zmqTopicOf(key) === undefined ? ruleByType[option.type](option) : zmq;
}

/** On other networks, bitcoind exits or ignores them silently. */
const regtestOnly: ReadonlySet<string> = new Set(['acceptstalefeeestimates', 'vbparams', 'testactivationheight']);
/** From 32 on, these apply to every network but mainnet, where bitcoind exits. */
const testNetworksFrom32: ReadonlySet<string> = new Set(['vbparams', 'testactivationheight']);

/** Returns why bitcoind would exit because of a value, or ignore it: the rest of the sentence «KEY …»; or null. */
export function faultOfValue(
  key: string,
  option: OptionDescription,
  value: string,
  { network, ...of }: Pick<NodeConfig, 'client' | 'clientVersion' | 'network'>,
): string | null {
  const major = Number(versionData(of).major);
  const takesTestNetworks = major >= 32 && testNetworksFrom32.has(key);
  if (takesTestNetworks && network === 'mainnet') return 'applies only to test networks; remove it';
  if (!takesTestNetworks && regtestOnly.has(key) && network !== 'regtest') return 'applies only to regtest; remove it';
  if (key === 'acceptnonstdtxn' && network === 'mainnet' && value !== '0') {
    return 'must be 0 on mainnet, where bitcoind does not start with it';
  }
  const rule = ruleOf(key, option, major);
  return rule === null || rule.accepts(value) ? null : rule.allowed;
}
