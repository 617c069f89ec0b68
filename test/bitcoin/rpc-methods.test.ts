import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readingCalls } from '../../src/bitcoin/reading-calls.ts';
import {
  findRpcMethod,
  gatewayRpcWhitelist,
  isAct,
  rpcMethods,
  rpcPresetNames,
  rpcPresets,
  unknownMethod,
} from '../../src/bitcoin/rpc-methods.ts';

const kindsOf = (methods: readonly string[]) => new Set(methods.map((name) => findRpcMethod(name)?.kind));

test('has each method once', () => {
  const names = rpcMethods.map(({ name }) => name);
  expect(names).toEqual([...new Set(names)]);
});

test('lets the preset read only read the chain and the node', () => {
  expect(kindsOf(rpcPresets.read.methods)).toEqual(new Set(['read', 'read_at_tip']));
});

test.each(rpcPresetNames.filter((name) => name !== 'administrator'))('the preset %s changes no daemon', (name) => {
  expect(kindsOf(rpcPresets[name].methods)).not.toContain('admin');
});

test.each(['read', 'indexer', 'lightning', 'mining'] as const)('the preset %s uses no wallet', (name) => {
  expect(kindsOf(rpcPresets[name].methods)).not.toContain('wallet');
});

test('offers consumers every preset but the administrator’s', () => {
  const schema = readFileSync(join(import.meta.dirname, '../../schema/endpoint.graphql'), 'utf8');
  const [, body = ''] = /^enum ConsumerPreset \{\n(.*?)^\}/ms.exec(schema) ?? [];
  const offered = [...body.matchAll(/^ {2}(\w+)$/gm)].map(([, name]) => name);
  expect(offered).toEqual(rpcPresetNames.filter((name) => name !== 'administrator'));
});

test('has every method in the administrator’s preset', () => {
  expect(rpcPresets.administrator.methods).toEqual(rpcMethods.map(({ name }) => name).toSorted());
});

test('names only methods of the table in presets', () => {
  expect(rpcPresetNames.flatMap((name) => rpcPresets[name].methods.filter((each) => !findRpcMethod(each)))).toEqual([]);
});

test.each([
  ['stops the daemon', 'stop'],
  ['writes a file', 'dumptxoutset'],
  ['loads a wallet', 'loadwallet'],
  ['shows keys', 'dumpprivkey'],
  ['reads a file', 'importmempool'],
  ['runs a program', 'enumeratesigners'],
])('keeps what %s out of the whitelist of the gateway', (_, method) => {
  expect([findRpcMethod(method)?.kind, gatewayRpcWhitelist.includes(method)]).toEqual(['admin', false]);
});

test('whitelists what the gateway itself calls', () => {
  const own = ['getbestblockhash', 'getblockchaininfo', 'getblockheader', 'decoderawtransaction', 'listwallets'];
  expect(own.filter((method) => !gatewayRpcWhitelist.includes(method))).toEqual([]);
});

test('repeats only reads', () => {
  const repeated = rpcMethods.filter(({ isSafeToRetry }) => isSafeToRetry).map(({ kind }) => kind);
  expect(new Set(repeated)).toEqual(new Set(['read', 'read_at_tip']));
});

test('agrees with the calls of the console about what only reads', () => {
  expect(kindsOf(readingCalls.map(({ method }) => method))).toEqual(new Set(['read', 'read_at_tip']));
});

test('assumes nothing of a method that it does not know', () => {
  expect(unknownMethod('getnews')).toEqual({ name: 'getnews', kind: 'admin', cost: 'heavy', isSafeToRetry: false });
});

test.each([
  ['derives up to a million addresses', 'deriveaddresses'],
  ['derives up to a million scripts', 'utxoupdatepsbt'],
  ['scans the set of unspent outputs', 'scantxoutset'],
  ['scans all blocks', 'scanblocks'],
  ['generates any number of keys', 'keypoolrefill'],
])('keeps what %s out of all presets', (_, method) => {
  expect([findRpcMethod(method)?.cost, gatewayRpcWhitelist.includes(method)]).toEqual(['heavy', false]);
});

test.each([
  ['getdescriptorinfo', 'expands each path of a descriptor'],
  ['getnetworkhashps', 'walks back any number of blocks'],
  ['gettxspendingprevout', 'answers with whole transactions'],
  ['getprioritisedtransactions', 'lists any number of transactions'],
  ['getpeerinfo', 'lists all peers'],
  ['getopenrpcinfo', 'describes all methods'],
])('sends %s on its own: it %s', (method) => {
  expect(findRpcMethod(method)?.cost).toBe('heavy');
});

test.each([
  ['sendrawtransaction', true],
  ['sendtoaddress', true],
  ['getnewaddress', true],
  ['stop', true],
  ['getbalance', false],
  ['listunspent', false],
  ['getblock', false],
])('records %s in the audit log: %s', (name, expected) => {
  expect(isAct(findRpcMethod(name) ?? unknownMethod(name))).toBe(expected);
});
