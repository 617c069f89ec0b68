import { expect, test } from 'vitest';
import { assumedChainGB } from '../../src/bitcoin/clients/registry.ts';
import { hasPeers, networks } from '../../src/bitcoin/network.ts';
import { defaultResources } from '../../src/bitcoin/resources.ts';

test.each(networks.filter(hasPeers))(
  'the default disk of %s has space for its chain and a year of growth',
  (network) => {
    const chainGiB = ((assumedChainGB(network) ?? Number.NaN) * 1e9) / 2 ** 30;
    expect(chainGiB).toBeGreaterThan(10);
    expect(defaultResources(network, 'full').diskGiB / chainGiB).toBeGreaterThan(1.3);
    expect(defaultResources(network, 'pruned').diskGiB).toBeLessThan(chainGiB);
  },
);

test('testnet4 has its own defaults, and regtest no assumed size', () => {
  expect(defaultResources('testnet4', 'full')).toEqual({ cpuCores: 1, memoryMiB: 2048, diskGiB: 100 });
  expect(defaultResources('testnet4', 'pruned').diskGiB).toBe(8);
  expect(assumedChainGB('regtest')).toBeNull();
});
