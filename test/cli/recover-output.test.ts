import { expect, test } from 'vitest';
import { takeoverLines } from '../../src/cli/executors/recover.ts';

type Offer = Parameters<typeof takeoverLines>[0][number];

const node = (problem: string | null): Offer['nodes'][number] => ({
  id: '1',
  name: 'alpha',
  newName: 'alpha',
  network: 'signet',
  client: 'bitcoind',
  clientVersion: '28.1',
  nodeType: 'full',
  resources: { cpuCores: 1, memoryMiB: 1024, diskGiB: 10 },
  overrides: [],
  desiredState: 'running',
  height: 25,
  sizeBytes: 1024,
  problem,
});
const offer = (nodes: Offer['nodes']): Offer => ({
  offeredAt: '2026-11-24T20:00:00Z',
  executor: { id: '1', name: 'berlin-1' },
  nodes,
});

test('nodes that were taken over are counted, with what replaces their RPC passwords', () => {
  expect(takeoverLines([offer([node(null), node('its name is taken')])])).toEqual([
    'berlin-1: took over 1 node',
    expect.stringContaining('satrap nodes rotate-credentials'),
  ]);
});

test('a host without nodes names the command that lists its chain data, and no RPC passwords', () => {
  expect(takeoverLines([offer([])])).toEqual([
    'berlin-1: took over the host, which offers no nodes. List its chain data: satrap hosts data berlin-1',
  ]);
});
