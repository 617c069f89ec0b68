import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { networkFacts, networks } from '../../src/bitcoin/network.ts';

const manual = readFileSync(join(import.meta.dirname, '../../docs/start.md'), 'utf8');

test('no two networks share a port or a folder', () => {
  const facts = networks.map(networkFacts);
  const ports = facts.flatMap(({ rpcPort, p2pPort }) => [rpcPort, p2pPort]);
  expect(new Set(ports).size).toBe(ports.length);
  expect(new Set(facts.map(({ folder }) => folder)).size).toBe(facts.length);
});

test('the manual names the ports of every network', () => {
  for (const pick of ['rpcPort', 'p2pPort'] as const)
    expect(manual).toContain(`| ${networks.map((network) => networkFacts(network)[pick]).join(', ')} |`);
});
