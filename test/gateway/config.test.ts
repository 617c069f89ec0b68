import { expect, test } from 'vitest';
import { type GatewayConfig, parseGatewayConfig } from '../../src/gateway/config.ts';

const member = {
  ...{ nodeId: 'n1', name: 'alpha', url: 'http://127.0.0.1:8332', user: 'gateway', password: 'the password' },
  startedWithGatewayUser: true,
};
const consumer = {
  ...{ id: 'c1', name: 'electrs', secrets: [{ id: 's1', sha256: 'a'.repeat(64) }], methods: ['uptime'] },
  ...{ callsPerSecond: 10, callsInFlight: 2 },
};
const endpoint = {
  ...{ id: 'e1', name: 'main', network: 'mainnet' as const, listen: { address: '0.0.0.0', port: 18500 } },
  ...{ members: [member], consumers: [consumer] },
};
const config: GatewayConfig = { version: 1, endpoints: [endpoint] };
const withEndpoint = (facts: object) => JSON.stringify({ ...config, endpoints: [{ ...endpoint, ...facts }] });

test('reads a configuration', () => {
  expect(parseGatewayConfig(JSON.stringify(config))).toEqual(config);
});

test.each([
  [
    'a field that it does not know, which may be a restriction',
    withEndpoint({ allowedAddresses: [] }),
    /at endpoints\.0/,
  ],
  ['another version', JSON.stringify({ ...config, version: 2 }), /at version/],
  ['a member with a path', withEndpoint({ members: [{ ...member, url: 'http://127.0.0.1/x' }] }), /members\.0\.url/],
  ['two members of one node', withEndpoint({ members: [member, member] }), /two members have the same node/],
  ['two consumers of one name', withEndpoint({ consumers: [consumer, consumer] }), /two consumers have the same name/],
  [
    'two endpoints on one port',
    JSON.stringify({ ...config, endpoints: [endpoint, { ...endpoint, id: 'e2' }] }),
    /same address/,
  ],
  [
    'a consumer whose name has a colon',
    withEndpoint({ consumers: [{ ...consumer, name: 'a:b' }] }),
    /consumers\.0\.name/,
  ],
])('refuses %s', (_, text, message) => {
  expect(() => parseGatewayConfig(text)).toThrow(message);
});

test.each([JSON.stringify(config).slice(0, -1), withEndpoint({ members: [{ ...member, nodeId: 7 }] })])(
  'repeats no value of a file that it refuses',
  (text) => {
    expect(() => parseGatewayConfig(text)).toThrow(expect.not.objectContaining({ message: /the password/ }));
  },
);
