import { expect, test } from 'vitest';
import { isLocalAddress, isOwnAddress, whyForeign } from '../../../../src/agent/docker/own/own-host.ts';

const interfaces = [{ address: '127.0.0.1' }, { address: '192.0.2.7' }, { address: 'fd00::7' }];

test.each([
  ['127.0.0.1', true],
  ['127.9.9.9', true],
  ['::1', true],
  ['192.0.2.7', true],
  ['fd00:0:0::7', true],
  ['192.0.2.8', false],
  ['fd00::8', false],
])('the address %s is one of this host: %s', (address, expected) =>
  expect(isOwnAddress(address, interfaces)).toBe(expected),
);

test('a name leads here where all its addresses are of this host', async () => {
  expect(await isLocalAddress('localhost')).toBe(true);
  expect(await isLocalAddress('192.0.2.200')).toBe(false);
  expect(await isLocalAddress('no such host')).toBe(false);
});

const endpoint = { host: '192.0.2.8', port: 2376, caFile: '/ca', certFile: '/cert', keyFile: '/key' };
test('an engine of another host is refused, unless it runs the container that the agent is in', async () => {
  const no = async () => false;
  expect(await whyForeign(endpoint, no)).toMatch(/192\.0\.2\.8:2376 runs on another host/);
  expect(await whyForeign({ ...endpoint, host: '127.0.0.1' }, no)).toBeNull();
  expect(await whyForeign(endpoint, async () => true)).toBeNull();
  expect(await whyForeign('/var/run/docker.sock', no)).toBeNull();
});
