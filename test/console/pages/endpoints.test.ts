import { expect, test } from 'vitest';
import { memberState } from '../../../src/console/pages/endpoints/member-state.ts';
import { endpointSnippets } from '../../../src/console/pages/endpoints/snippets.ts';

const endpoint = { network: 'mainnet', address: '127.0.0.1', port: 8330, isTls: false } as const;

test('endpointSnippets › name the address and the consumer', () => {
  const { curl } = endpointSnippets(endpoint, 'probe');
  expect(curl).toContain('--user "probe:$SECRET" http://127.0.0.1:8330/');
});

test('endpointSnippets › offer only programs with TLS for an endpoint with TLS', () => {
  expect(Object.keys(endpointSnippets({ ...endpoint, isTls: true }, 'probe'))).toEqual([
    ...['curl', 'BTCPay', 'TypeScript'],
  ]);
});

test('endpointSnippets › call electrs’ mainnet bitcoin', () => {
  expect(endpointSnippets(endpoint, 'probe')['electrs']).toContain('network = "bitcoin"');
});

test('endpointSnippets › name the P2P port of the network for electrs', () => {
  expect(endpointSnippets({ ...endpoint, network: 'signet' }, 'probe')['electrs']).toContain(
    'daemon_p2p_addr = "NODE:38333"',
  );
});

test('endpointSnippets › leave the host open for an endpoint on all addresses', () => {
  expect(endpointSnippets({ ...endpoint, address: '0.0.0.0', isTls: true }, 'probe')['curl']).toContain(
    'https://HOST:8330/',
  );
});

test.each(Object.entries(endpointSnippets(endpoint, 'probe')))(
  'endpointSnippets › name the secret instead of showing one for %s',
  (_program, text) => {
    expect(text).not.toMatch(/[A-Za-z0-9_-]{43}/);
  },
);

test.each([
  ['serving', 'answers'],
  ['silent', 'unknown'],
] as const)('memberState › on a %s host, a node that answered last is “%s”', (state, word) => {
  const members = [{ nodeId: 'a', code: 'used' as const, reason: 'answers calls' }];
  expect(memberState({ nodeId: 'a', hasGatewayUser: true }, { state, members })).toMatchObject({ word });
});
