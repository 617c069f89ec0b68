import { expect, test } from 'vitest';
import { isWithinReach, memberUrl, passedOver, rpcThreads } from '../../../src/control-plane/endpoints/members.ts';

const at = (host: string, rpcPort = 8332) => ({ address: { host, rpcPort, p2pPort: 8333 } });

test.each([
  ['192.0.2.1', 'http://192.0.2.1:8332'],
  ['node-1.example', 'http://node-1.example:8332'],
  ['2001:db8::1', 'http://[2001:db8::1]:8332'],
])('memberUrl › has the address %s', (host, url) => {
  expect(memberUrl(at(host))).toBe(url);
});

test('memberUrl › is null before an address is known', () => {
  expect(memberUrl({ address: null })).toBeNull();
});

const unusable = ['x/y', 'x?y', 'x#y', 'x\\y', 'user@x', 'two words', 'fe80::1%eth0', '[::1]', '', '/', '999.1.1.1'];

test.each(unusable)('memberUrl › is null for the host “%s”', (host) => {
  expect(memberUrl(at(host))).toBeNull();
});

test.each(unusable)('isWithinReach › refuses a node with the host “%s”', (host) => {
  expect(isWithinReach({ ...at(host), executorId: 'a' }, 'a')).toBe(false);
});

const loopback = ['127.0.0.1', '127.1', '2130706433', '0', '0.0.0.0', 'LOCALHOST', 'node.localhost', '::1', '::'];

test.each([...loopback, '0:0::1', '::ffff:127.0.0.1'])('isWithinReach › keeps “%s” to its own host', (host) => {
  const reaches = (hostId: string) => isWithinReach({ ...at(host), executorId: 'a' }, hostId);
  expect([reaches('a'), reaches('b')]).toEqual([true, false]);
});

test.each(['192.0.2.1', 'node-1.example', '2001:db8::1'])('isWithinReach › reaches “%s” from other hosts', (host) => {
  expect(isWithinReach({ ...at(host), executorId: 'a' }, 'b')).toBe(true);
});

test.each([
  [[], null],
  [[{ key: 'dbcache', value: '300' }], null],
  [[{ key: 'rpcthreads', value: '8' }], 8],
])('rpcThreads › of a node with the overrides %j', (overrides, threads) => {
  expect(rpcThreads({ client: 'bitcoind', clientVersion: '28.1', network: 'mainnet', overrides })).toBe(threads);
});

test.each([
  ['gets calls', { desiredState: 'running', drain: null }, null],
  ['is stopped', { desiredState: 'stopped', drain: null }, 'It is stopped on request.'],
  ['is deleted', { desiredState: 'deleted', drain: null }, 'It is stopped on request.'],
] as const)('passedOver › a node that %s', (_what, member, reason) => {
  expect(passedOver(member)).toBe(reason);
});
