import { checkConfig } from '../../src/bitcoin/check-config.ts';
import { networkFacts, networks } from '../../src/bitcoin/network.ts';
import type { ConfigOverride, NodeConfig } from '../../src/bitcoin/node-config.ts';
import { randomOf } from '../harness/random.ts';
import { configWith } from './config.ts';

/** A generator whose seed the output of the run shows. */
export function seeded(): () => number {
  const seed = Number(process.env['SATRAP_SEED'] ?? Math.floor(Math.random() * 2 ** 32));
  console.log(`seed ${seed} (repeat with SATRAP_SEED=${seed})`);
  return randomOf(seed);
}

/** Keys that the platform owns, by bitcoind's name. */
export const targets: readonly string[] = [
  ...['datadir', 'blocksdir', 'walletdir', 'includeconf', 'conf', 'settings', 'pid', 'debuglogfile'],
  ...['allowignoredconf', 'chain', 'testnet', 'signetchallenge', 'port'],
  ...networks.map((network) => networkFacts(network).chain),
  ...['bind', 'whitebind', 'listen', 'rpcport', 'rpcbind', 'rpcallowip', 'server', 'rest', 'upnp', 'natpmp'],
  ...['rpcuser', 'rpcpassword', 'rpcauth', 'rpccookiefile', 'rpccookieperms', 'rpcwhitelist'],
  ...['rpcwhitelistdefault', 'daemon', 'daemonwait', 'printtoconsole', 'alertnotify', 'blocknotify'],
  ...['walletnotify', 'startupnotify', 'shutdownnotify', 'signer'],
];
const harmless = [
  ...['dbcache', 'uacomment', 'addnode', 'maxconnections', 'debug', 'maxuploadtarget', 'rpcservertimeout'],
  ...['nosuchkey'],
];
const values = ['1', '0', '', '/tmp/elsewhere', '18999', '0.0.0.0', 'user:salt$hash', 'true', '127.0.0.1:9'];
const breaks = ['\n', '\r', '\r\n', '\u0085', '\u2028', '\u2029', '\v', '\f', '\0'];
const blanks = ['', ' ', '\t', '\u00a0', '\u3000', '\ufeff', '\u200b'];
const sections = ['regtest.', 'main.', 'test.', 'signet.', 'nosuch.', '[regtest]', '[main]\n', '.'];
const lookAlikes = new Map([...'aceiopsrtdb'].map((letter, index) => [letter, [...'асеіорѕｒｔｄｂ'][index]]));

/** One override of a protected key, in a spelling that might slip through. */
export function spelling(random: () => number): ConfigOverride {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const chance = (share: number) => random() < share;
  let target = pick(targets);
  if (chance(0.3)) target = `${'no'.repeat(1 + Math.floor(random() * 3))}${target}`;
  if (chance(0.3)) target = [...target].map((letter) => (chance(0.5) ? letter.toUpperCase() : letter)).join('');
  if (chance(0.2))
    target = [...target].map((letter) => (chance(0.5) ? (lookAlikes.get(letter) ?? letter) : letter)).join('');
  if (chance(0.3)) target = `${pick(sections)}${target}`;
  if (chance(0.3)) target = `${pick(blanks)}${target}${pick(blanks)}`;
  if (chance(0.2)) target = `${'-'.repeat(1 + Math.floor(random() * 2))}${target}`;
  const value = chance(0.03) ? 'x'.repeat(5000) : pick(values);
  switch (Math.floor(random() * 8)) {
    case 0:
      return { key: pick(harmless), value: `1${pick(breaks)}${target}=${value}` };
    case 1:
      return { key: `${pick(harmless)}=1${pick(breaks)}${target}`, value };
    case 2:
      return { key: pick(harmless), value: `1 # ${target}=${value}` };
    case 3:
      return { key: `${pick(harmless)}${pick([' ', '#', ';', '\\', '='])}${target}`, value };
    case 4:
      return { key: pick(harmless), value: `${target}=${value}` };
    case 5:
      return { key: `${target}=${value}`, value };
    default:
      return { key: target, value };
  }
}

/** The maximum number of overrides of a node. */
export const maxOverrides = 200;

/** Overrides that are accepted together. */
export function acceptedTogether(
  random: () => number,
  count: number,
  more: Partial<NodeConfig> = {},
): ConfigOverride[] {
  const isAccepted = (overrides: readonly ConfigOverride[]) => checkConfig(configWith(overrides, more)).length === 0;
  const list: ConfigOverride[] = [];
  while (list.length < count) {
    const given = spelling(random);
    if (isAccepted([given]) && isAccepted([...list, given])) list.push(given);
  }
  return list;
}
