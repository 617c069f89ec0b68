import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { dataFile, defaultOf, optionsOf, parseHelp } from '../../scripts/read-client-options.ts';
import { optionCatalog } from '../../src/bitcoin/clients/catalog.ts';
import { clientFamily, clients } from '../../src/bitcoin/clients/registry.ts';
import { standIn as daemon } from '../bitcoin/config.ts';

test.each([
  ['Keep at most <n> (default: 100)', '100'],
  ['What type (“legacy”, default: "bech32")', 'bech32'],
  ['(default: 0 = disable pruning blocks, 1 = allow)', '0'],
  ['(default: none)', null],
  ['(default: -proxy). May be', null],
  ['no default', null],
])('the default of “%s” is %s', (help, value) => {
  expect(defaultOf(help)).toBe(value);
});

test('the options are read from the help of a daemon', () => {
  const read = parseHelp(spawnSync(daemon, ['-help-debug'], { encoding: 'utf8' }).stdout);
  expect(Object.keys(read).length).toBeGreaterThan(140);
  expect(read).toMatchObject({
    addnode: { category: 'connection', repeatable: true },
    blocksonly: { category: 'general', default: '0' },
    checkblocks: { category: 'debugging', default: '24' },
    minrelaytxfee: { category: 'relay' },
    rpcthreads: { category: 'rpc', default: '4' },
  });
  expect(read).not.toHaveProperty('help');
});

test('a manual page adds options that a build lacks, and marks those for debugging', () => {
  const help =
    'Options:\n\n  -dbcache=<n>\n       Cache (default: 450)\n\nDebugging/Testing options:\n\n  -checkblocks=<n>\n       Blocks (default: 6)\n';
  const manual =
    '.SH OPTIONS\n.HP\n\\fB\\-dbcache=\\fR<n>\n.IP\nCache (default: 450)\n.PP\nWallet options:\n.HP\n\\fB\\-keypool=\\fR<n>\n.IP\nKeys (default: 1000). Can be specified multiple times\n';
  expect(optionsOf(help, manual)).toEqual({
    checkblocks: { category: 'debugging', default: '6', advanced: true },
    dbcache: { category: 'general', default: '450' },
    keypool: { category: 'wallet', default: '1000', repeatable: true },
  });
});

test('every data file is as the script writes it, for each version on its own', () => {
  for (const client of clients)
    for (const data of clientFamily(client).versions) {
      expect(JSON.parse(dataFile(data))).toEqual(data);
      expect(optionCatalog({ client, clientVersion: `${data.major}.9` }).version).toBe(data.optionsOf);
      expect(data.optionsOf.startsWith(`${data.major}.`)).toBe(true);
    }
});
