import { expect, test } from 'vitest';
import { networkFacts, networks } from '../../src/bitcoin/network.ts';

test('no two networks share a port or a folder', () => {
  const facts = networks.map(networkFacts);
  const ports = facts.flatMap(({ rpcPort, p2pPort }) => [rpcPort, p2pPort]);
  expect(new Set(ports).size).toBe(ports.length);
  expect(new Set(facts.map(({ folder }) => folder)).size).toBe(facts.length);
});
