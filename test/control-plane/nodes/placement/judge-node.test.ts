import { describe, expect, test } from 'vitest';
import type { DataFormat } from '../../../../src/bitcoin/data-format.ts';
import type { NodeConfig } from '../../../../src/bitcoin/node-config.ts';
import { columnsOf, configOf } from '../../../../src/control-plane/nodes/node-config.ts';
import { hostOf, judgeNode, throwFirst } from '../../../../src/control-plane/nodes/placement/judge-node.ts';
import { configFor } from '../../../../src/control-plane/nodes/placement/node-defaults.ts';

const amount = (total: number) => ({ total, usedByNodes: 0, free: total });
const executor = {
  name: 'host',
  capabilities: {
    clients: [
      { client: 'bitcoind' as const, version: '28.0', image: 'x' },
      { client: 'bitcoind' as const, version: '28.1', image: 'x' },
      { client: 'bitcoind' as const, version: '9.9', image: 'x' },
    ],
    networks: ['signet' as const, 'regtest' as const],
    nodeTypes: ['full' as const, 'pruned' as const],
  },
  resources: { cpuCores: amount(8), memoryMiB: amount(16_384), diskMiB: amount(2_000_000) },
};
const promises = { nodes: 2, cpuCores: 4, memoryMiB: 8192, diskGiB: 1000, unwrittenDiskGiB: 900, notEnded: 2 };
const host = hostOf(executor, promises);
const config: NodeConfig = {
  network: 'signet',
  client: 'bitcoind',
  clientVersion: '28.1',
  nodeType: 'full',
  resources: { cpuCores: 1, memoryMiB: 4096, diskGiB: 100 },
  overrides: [],
};
const pruning = [{ key: 'prune', value: '550' }];

const codes = (changed: Partial<NodeConfig>, current?: Partial<NodeConfig>) =>
  judgeNode(host, { ...config, ...changed }, current && { config: { ...config, ...current }, data: null }).map(
    ({ code }) => code,
  );

test.each<[string, Partial<NodeConfig>, string[]]>([
  ['that the executor offers', {}, []],
  ['on a network that it does not offer', { network: 'mainnet' }, ['chain_not_supported_by_executor']],
  ['of a version that it does not offer', { clientVersion: '27.0' }, ['chain_not_supported_by_executor']],
  [
    'with an override that the platform manages',
    { overrides: [{ key: 'rpcbind', value: '1' }] },
    ['invalid_node_config'],
  ],
  [
    'of more memory than the other nodes have left of it',
    { resources: { ...config.resources, memoryMiB: 8193 } },
    ['not_enough_resources'],
  ],
  ['of as many cores as the host has, which nodes share', { resources: { ...config.resources, cpuCores: 8 } }, []],
  [
    'with a fault of each sort, all of which are named',
    {
      network: 'mainnet',
      overrides: [{ key: 'rpcbind', value: '1' }],
      resources: { ...config.resources, memoryMiB: 20_000 },
    },
    ['chain_not_supported_by_executor', 'invalid_node_config', 'not_enough_resources'],
  ],
])('a new node %s is judged', (_what, changed, expected) => {
  expect(codes(changed)).toEqual(expected);
});

test.each<[string, Partial<NodeConfig>, Partial<NodeConfig>, string[]]>([
  ['keeps a version that is no longer offered', { clientVersion: '27.0' }, { clientVersion: '27.0' }, []],
  ['takes a version that is not offered', { clientVersion: '27.0' }, {}, ['chain_not_supported_by_executor']],
  [
    'asks for more in addition than is left',
    { resources: { ...config.resources, memoryMiB: 12_289 } },
    {},
    ['not_enough_resources'],
  ],
  [
    'would build an index of blocks that it pruned',
    { nodeType: 'pruned', overrides: [{ key: 'coinstatsindex', value: '1' }] },
    { nodeType: 'pruned' },
    ['invalid_node_config'],
  ],
  ['begins to prune', { nodeType: 'pruned' }, {}, []],
  ['would get back the blocks that it pruned', {}, { nodeType: 'pruned' }, ['invalid_node_config']],
  ['would get them back without its override', {}, { overrides: pruning }, ['invalid_node_config']],
  ['prunes by its type in place of an override', { nodeType: 'pruned' }, { overrides: pruning }, []],
])('a node that %s is judged by what changes', (_what, changed, current, expected) => {
  expect(codes(changed, current)).toEqual(expected);
});

test('the first fault is thrown, with its code and the path of each issue', () => {
  const faults = judgeNode(host, { ...config, overrides: [{ key: 'rpcbind', value: '1' }] });
  expect(() => throwFirst(faults)).toThrow(
    expect.objectContaining({
      message: expect.stringMatching(/^overrides\.0\.key: /),
      extensions: expect.objectContaining({
        code: 'invalid_node_config',
        issues: [{ path: ['data', 'overrides', 0, 'key'], message: expect.any(String) }],
      }),
    }),
  );
  expect(() => throwFirst([])).not.toThrow();
});

test('a new node gets the newest version that the executor offers, by number and not by letter', () => {
  expect(configFor({ name: 'x', executorId: 'x', network: 'signet' }, executor)).toEqual(config);
});

test('a new node without a version is refused by name when the executor offers none', () => {
  const offersNothing = { ...executor, capabilities: { ...executor.capabilities, clients: [] } };
  expect(configFor({ name: 'x', executorId: 'x', network: 'signet' }, offersNothing)).toMatchObject({
    code: 'chain_not_supported_by_executor',
    message: expect.stringContaining('host offers no version of bitcoind'),
  });
});

test('a configuration survives its way into the columns of the table and back', () => {
  const full = { ...config, overrides: pruning };
  expect(configOf(columnsOf(full))).toEqual(full);
});

describe('a version that cannot read what is there', () => {
  const offering = {
    ...host,
    capabilities: {
      ...host.capabilities,
      clients: ['27.0', '28.0', '28.1'].map((version) => ({ client: 'bitcoind' as const, version, image: 'x' })),
    },
  };
  const judge = (clientVersion: string, data: DataFormat | null) =>
    judgeNode(offering, { ...config, clientVersion }, { config, data });

  test('is refused at the door, with the reason and what to do', () => {
    const [fault] = judge('27.0', { begunWith: '28.1', obfuscated: null });
    expect(fault).toMatchObject({ code: 'invalid_node_config', issues: [{ path: ['data', 'clientVersion'] }] });
    expect(fault?.message).toMatch(
      /cannot read this node’s chain data: it was created by 28\.1.*nothing is damaged.*choose version 28/,
    );
  });

  test.each<[string, string, DataFormat | null]>([
    ['to the version that began the data', '27.0', { begunWith: '27.0', obfuscated: null }],
    ['within what reads it', '28.0', { begunWith: '28.1', obfuscated: null }],
    ['before there is any', '27.0', null],
  ])('a node is lowered %s', (_what, version, data) => {
    expect(judge(version, data)).toEqual([]);
  });
});
