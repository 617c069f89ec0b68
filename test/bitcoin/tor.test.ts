import { describe, expect, test } from 'vitest';
import { checkConfig } from '../../src/bitcoin/check-config.ts';
import { checkOverrides } from '../../src/bitcoin/check-overrides.ts';
import { configHash, configLines } from '../../src/bitcoin/config-lines.ts';
import { effectiveConfig } from '../../src/bitcoin/effective-config.ts';
import type { NodeConfig, NodeTor } from '../../src/bitcoin/node-config.ts';
import { torOf } from '../../src/bitcoin/tor.ts';
import { isSameWorkload, nodeConfigOf, workloadConfig } from '../../src/bitcoin/workload-config.ts';
import { onionAddress } from '../fixtures/onion-address.ts';
import { configWith, override } from './config.ts';

const onion = onionAddress(1);
const own: NodeTor = { mode: 'own', proxy: '172.17.0.1:9050', onionAddress: null };

const withTor = (tor: Partial<NodeTor> = {}, overrides = '', more: Partial<NodeConfig> = {}): NodeConfig =>
  configWith(pairs(overrides), { clientVersion: '31.1', tor: { ...own, ...tor }, ...more });

const pairs = (text: string) =>
  text.split(' ').flatMap((pair) => {
    const [key = '', value = ''] = pair.split(/=(.*)/s);
    return key === '' ? [] : [override(key, value)];
  });

const platformSettings = (config: NodeConfig) =>
  effectiveConfig(config)
    .filter(({ key, origin }) => origin === 'platform' && /^(proxy|dns|discover|listenonion|externalip)$/.test(key))
    .map(({ key, value }) => `${key}=${value}`);

describe('a node with a Tor', () => {
  test('sends connections and names to its proxy, and announces no other address', () => {
    expect(platformSettings(withTor())).toEqual(['proxy=172.17.0.1:9050', 'dns=0', 'discover=0', 'listenonion=0']);
    expect(platformSettings(withTor({ onionAddress: onion }))).toContain(`externalip=${onion}`);
  });

  test('has its settings on every executor', () => {
    const keys = configLines(withTor()).map(({ key }) => key);
    expect(keys.slice(0, 5)).toEqual(['chain', 'proxy', 'dns', 'discover', 'listenonion']);
    expect(configHash(configLines(withTor()))).not.toBe(configHash(configLines(withTor({}, '', { tor: null }))));
  });

  test('keeps it in its workload, where nodes without one have nothing', () => {
    expect(isSameWorkload(withTor(), withTor({ proxy: '172.17.0.1:9150' }))).toBe(false);
    expect(nodeConfigOf(workloadConfig(withTor())).tor).toEqual(own);
    expect(workloadConfig(configWith([], { tor: null }))).not.toHaveProperty('tor');
  });

  test.each([
    ['172.17.0.1:9050', onion],
    ['[2001:db8::1]:65535', null],
  ])('is accepted with the proxy %s', (proxy, onionAddress) => {
    expect(checkConfig(withTor({ proxy, onionAddress }))).toEqual([]);
  });

  test.each<[string, Partial<NodeTor>, string, string]>([
    ['without a proxy', { proxy: null }, 'tor.proxy', 'is required'],
    ['with a name', { proxy: 'tor:9050' }, 'tor.proxy', 'must be IP:PORT'],
    ['with a Unix socket', { proxy: 'unix:/run/tor/socks' }, 'tor.proxy', 'must be IP:PORT'],
    ['without a port', { proxy: '172.17.0.1' }, 'tor.proxy', 'must be IP:PORT'],
    ['with a port out of range', { proxy: '172.17.0.1:65536' }, 'tor.proxy', 'must be IP:PORT'],
    ['for one network', { proxy: '172.17.0.1:9050=onion' }, 'tor.proxy', 'must be IP:PORT'],
    ['with a line break', { proxy: '172.17.0.1:9050\ndns=1' }, 'tor.proxy', 'must be IP:PORT'],
    ['at its own loopback address', { proxy: '127.0.0.1:9050' }, 'tor.proxy', 'the node’s own container'],
    ['at its own address of IPv6', { proxy: '[::1]:9050' }, 'tor.proxy', 'the node’s own container'],
    ['at no address', { proxy: '0.0.0.0:9050' }, 'tor.proxy', 'the node’s own container'],
    ['with an onion address of version 2', { onionAddress: 'expyuzz4wqqyqhjn.onion' }, 'tor.onionAddress', 'version 3'],
    ['with a port of the onion service', { onionAddress: `${onion}:8333` }, 'tor.onionAddress', 'version 3'],
    ['with an address outside of Tor', { onionAddress: '192.0.2.1' }, 'tor.onionAddress', 'version 3'],
  ])('is refused %s', (_what, tor, path, reason) => {
    const [issue, ...others] = checkConfig(withTor(tor));
    expect([issue?.path.join('.'), others]).toEqual([path, []]);
    expect(issue?.message).toContain(reason);
  });

  test.each([
    ...['proxy=192.0.2.1:9050', 'proxy=0', 'noproxy=1', 'onion=192.0.2.1:9050', 'onion=0', 'noonion=1'],
    ...[
      'listenonion=1',
      'torcontrol=192.0.2.1:9051',
      'torpassword=x',
      'dns=1',
      'nodns=0',
      'discover=1',
      'nodiscover=0',
    ],
    ...['externalip=192.0.2.1', 'externalip=[2001:db8::1]:8333', 'regtest.proxy=192.0.2.1:9050'],
  ])('takes no override that leads around it: %s', (text) => {
    expect(checkConfig(withTor({}, text)).map(({ path }) => path.join('.'))).toEqual(['overrides.0.key']);
  });

  test.each([
    ...['dns=0', 'nodns=1', 'discover=0', `externalip=${onion}`, 'onlynet=onion', 'dnsseed=1', 'addnode=192.0.2.1'],
    ...['connect=0', 'i2psam=192.0.2.1:7656', 'privatebroadcast=1', 'proxyrandomize=1', 'listen=1'],
  ])('takes other overrides: %s', (text) => {
    const config = withTor({}, text);
    expect([...checkConfig(config), ...checkOverrides(config, null)]).toEqual([]);
  });
});

test('a requested Tor is compared without blanks and capitals', () => {
  const given = { mode: 'own', proxy: ' 172.17.0.1:9050 ', onionAddress: ` ${onion.toUpperCase()} ` } as const;
  expect(torOf(given)).toEqual({ ...own, onionAddress: onion });
  expect(torOf({ mode: 'own', proxy: ' ' })).toEqual({ ...own, proxy: null });
  expect([torOf({ mode: 'off', proxy: '172.17.0.1:9050' }), torOf(null), torOf(undefined)]).toEqual([null, null, null]);
});

describe('onlynet=onion', () => {
  const noteOf = (text: string, tor: NodeTor | null = null) =>
    effectiveConfig(configWith(pairs(text), { clientVersion: '31.1', tor })).find(({ key }) => key === 'onlynet')?.note;

  test.each([
    ...[
      'onlynet=onion',
      'onlynet=onion proxy=127.0.0.1:9050',
      'onlynet=onion onion=[::1]:9050',
      'onlynet=onion proxy=0',
    ],
    ...['onlynet=onion proxy=192.0.2.1=ipv4', 'onlynet=onion torcontrol=127.0.0.1:9051', 'onlynet=onion noproxy=1'],
  ])('says that it leads nowhere: %s', (text) => {
    expect(noteOf(text)).toContain('finds no onion service');
  });

  test.each([
    ...['onlynet=onion proxy=192.0.2.1:9050', 'onlynet=onion onion=192.0.2.1', 'onlynet=onion proxy=192.0.2.1=tor'],
    ...['onlynet=onion torcontrol=192.0.2.1:9051', 'onlynet=ipv4'],
  ])('does not where it leads: %s', (text) => {
    expect(noteOf(text)).toBeNull();
  });

  test('does not on a node with a Tor', () => {
    expect(noteOf('onlynet=onion', own)).toBeNull();
  });
});
