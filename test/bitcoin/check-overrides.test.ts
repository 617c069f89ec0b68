import { describe, expect, test } from 'vitest';
import { checkConfig } from '../../src/bitcoin/check-config.ts';
import { checkOverrides } from '../../src/bitcoin/check-overrides.ts';
import { optionCatalogue } from '../../src/bitcoin/clients/catalogue.ts';
import type { ClientVersion } from '../../src/bitcoin/clients/registry.ts';
import type { ConfigOverride, NodeConfig } from '../../src/bitcoin/node-config.ts';
import { configWith, override } from './config.ts';
import { badValues, goodValue } from './option-values.ts';

const messages = (overrides: readonly ConfigOverride[], more: Partial<NodeConfig> = {}, current?: ConfigOverride[]) => {
  const config = configWith(overrides, more);
  return [...checkConfig(config), ...checkOverrides(config, current === undefined ? null : { overrides: current })].map(
    ({ message }) => message,
  );
};

/** Options that only Bitcoin Knots documents. */
const knotsTexts: ReadonlySet<string> = new Set(['dustdynamic', 'mempoolreplacement', 'permitephemeral', 'uaappend']);

describe.each<ClientVersion>([
  ...['27.0', '28.1', '29.3', '30.2', '31.0'].map((clientVersion) => ({ client: 'bitcoind' as const, clientVersion })),
  { client: 'knots', clientVersion: '29.3.knots20260508' },
])('the values of $client $clientVersion', (of) => {
  const options = optionCatalogue(of).options.filter(({ platformReason }) => platformReason === null);

  test.each(options.map((option) => [option.key, option] as const))('%s', (key, option) => {
    expect(messages([override(key, goodValue(option))], of)).toEqual([]);
    for (const bad of badValues(option)) {
      expect(messages([override(key, bad)], of), `${key}=${bad}`).toEqual([expect.stringContaining(key)]);
    }
  });

  test('each option but a password has values that are refused', () => {
    const free = options.filter((option) => badValues(option).length === 0).map(({ key }) => key);
    expect(free.filter((key) => key !== 'torpassword' && !knotsTexts.has(key))).toEqual([]);
  });
});

test('keys of the platform are refused, whatever their value is', () => {
  const keys = ['stopatheight', 'stopafterblockimport', 'mocktime', 'asmap', 'loadblock', 'capturemessages'];
  for (const key of [...keys, 'rpcdoccheck', 'reindex', 'reindex-chainstate', 'noreindex'])
    expect(messages([override(key, '1')]), key).toEqual([expect.stringContaining('remove it')]);
});

test('who wants to reindex learns what to do in place of it', () => {
  expect(messages([override('reindex', '1')])[0]).toMatch(/free disk space.*go back.*restart the node/);
});

describe('what bitcoind refuses in combination', () => {
  test.each<[string, ConfigOverride[]]>([
    ['remove', [override('forcednsseed', '1'), override('dnsseed', '0')]],
    ['forcednsseed', [override('forcednsseed', '1'), override('connect', '192.0.2.1')]],
    ['requires i2psam', [override('onlynet', 'i2p')]],
    ['requires cjdnsreachable', [override('onlynet', 'cjdns')]],
    ['requires proxy', [override('onlynet', 'onion'), override('nolistenonion', '1')]],
    ['at most 125', [override('maxmempool', '5'), override('limitdescendantsize', '1000')]],
    ['at least 0.00100000', [override('minrelaytxfee', '0.001'), override('maxtxfee', '0.0001')]],
    ['200 characters', ['a', 'b', 'c'].map((each) => override('uacomment', each.repeat(90)))],
  ])('%s', (reason, overrides) => {
    expect(messages(overrides).length).toBeGreaterThan(0);
    for (const message of messages(overrides)) expect(message).toContain(reason);
  });

  test.each<[string, ConfigOverride[]]>([
    ['onion services by their own proxy', [override('onlynet', 'onion'), override('onion', '127.0.0.1:9050')]],
    ['I2P with its proxy', [override('onlynet', 'i2p'), override('i2psam', '127.0.0.1:7656')]],
    ['a large package in a large mempool', [override('maxmempool', '300'), override('limitdescendantsize', '1000')]],
  ])('but takes %s', (_what, overrides) => {
    expect(messages(overrides)).toEqual([]);
  });
});

test('what works on regtest only is refused elsewhere', () => {
  expect(messages([override('vbparams', 'taproot:0:1')], { network: 'signet' })).toHaveLength(1);
  expect(messages([override('acceptnonstdtxn', '1')], { network: 'mainnet' })).toHaveLength(1);
  expect(messages([override('acceptnonstdtxn', '0')], { network: 'mainnet' })).toEqual([]);
});

test('block files that are obfuscated stay so: blocksxor=0 is for new nodes', () => {
  expect(messages([override('blocksxor', '0')])).toEqual([]);
  expect(messages([override('blocksxor', '0')], {}, [])).toEqual([expect.stringContaining('when you create a node')]);
});

test('an override that was accepted before is judged again only when it changes', () => {
  const former = [override('reindex', '1'), override('listenonion', 'yes')];
  expect(messages([...former, override('dbcache', '100')], {}, former)).toEqual([]);
  expect(messages([override('reindex', '0'), override('listenonion', 'on')], {}, former)).toHaveLength(2);
});
