import { expect, test } from 'vitest';
import { defaultVersionsAt } from '../../../../src/bitcoin/clients/default-versions.ts';
import { shippedTable } from '../../../../src/bitcoin/clients/lifecycle.ts';
import type { NodeConfig } from '../../../../src/bitcoin/node-config.ts';
import { dataFormatOf, firstVersionAfter } from '../../../../src/control-plane/nodes/data/data-format.ts';
import { hostOf, judgeNode } from '../../../../src/control-plane/nodes/placement/judge-node.ts';
import { configFor } from '../../../../src/control-plane/nodes/placement/node-defaults.ts';
import { fault, throwFaults } from '../../../../src/control-plane/nodes/placement/node-fault.ts';

const amount = (total: number) => ({ total, usedByNodes: 0, free: total });
const offered = ['27.0', '28.0', '28.1', '9.9'];
const client = (version: string) => ({ client: 'bitcoind' as const, version, image: 'x' });
const executor = {
  name: 'host',
  capabilities: {
    clients: offered.map(client),
    networks: ['signet' as const, 'regtest' as const],
    nodeTypes: ['full' as const, 'pruned' as const],
  },
  resources: { cpuCores: amount(8), memoryMiB: amount(16_384), diskGiB: amount(1953) },
};
const promises = { nodes: 2, cpuCores: 4, memoryMiB: 8192, diskGiB: 1000, unwrittenDiskGiB: 900, notEnded: 2 };
const host = hostOf(executor, promises);
const config: NodeConfig = {
  ...{ network: 'signet', client: 'bitcoind', clientVersion: '28.1', nodeType: 'full', overrides: [] },
  resources: { cpuCores: 1, memoryMiB: 4096, diskGiB: 100 },
};
const memory = (memoryMiB: number) => ({ resources: { ...config.resources, memoryMiB } });
const pruning = { overrides: [{ key: 'prune', value: '550' }] };
const managed = { overrides: [{ key: 'rpcbind', value: '1' }] };
const unsupported = 'chain_not_supported_by_executor';
const invalid = 'invalid_node_config';
const short = 'not_enough_resources';

const codes = (changed: Partial<NodeConfig>, current?: Partial<NodeConfig>, begunWith?: string) => {
  const data = begunWith === undefined ? null : { begunWith, obfuscated: null };
  const present = current && { config: { ...config, ...current }, data };
  return judgeNode(host, { ...config, ...changed }, present).map(({ code }) => code);
};

test.each<[string, Partial<NodeConfig>, string[]]>([
  ['that the executor offers', {}, []],
  ['of as many cores as the host has, which nodes share', { resources: { ...config.resources, cpuCores: 8 } }, []],
  ['of a version that it does not offer', { clientVersion: '26.0' }, [unsupported]],
  ['of more memory than the other nodes have left of it', memory(8193), [short]],
  ['with several faults', { network: 'mainnet', ...managed, ...memory(20_000) }, [unsupported, invalid, short]],
])('a new node %s is judged', (_what, changed, expected) => {
  expect(codes(changed)).toEqual(expected);
});

test.each<[string, Partial<NodeConfig>, Partial<NodeConfig>, string[], begunWith?: string]>([
  ['keeps a version that is no longer offered', { clientVersion: '26.0' }, { clientVersion: '26.0' }, []],
  ['takes a version that is not offered', { clientVersion: '26.0' }, {}, [unsupported]],
  ['asks for more in addition than is left', memory(12_289), {}, [short]],
  [
    'would build an index of blocks that it pruned',
    { nodeType: 'pruned', overrides: [{ key: 'coinstatsindex', value: '1' }] },
    { nodeType: 'pruned' },
    [invalid],
  ],
  ['begins to prune', { nodeType: 'pruned' }, {}, []],
  ['would get back the blocks that it pruned', {}, { nodeType: 'pruned' }, [invalid]],
  ['would get them back without its override', {}, pruning, [invalid]],
  ['prunes by its type in place of an override', { nodeType: 'pruned' }, pruning, []],
  ['takes a version that cannot read its data', { clientVersion: '27.0' }, {}, [invalid], '28.1'],
  ['goes back to the version that began its data', { clientVersion: '27.0' }, {}, [], '27.0'],
  ['takes an earlier version before it has data', { clientVersion: '27.0' }, {}, []],
])('a node that %s is judged by what changes', (_what, changed, current, expected, begunWith) => {
  expect(codes(changed, current, begunWith)).toEqual(expected);
});

test('throws all faults at once, with the first’s code and each path', () => {
  const issues = [{ path: ['data', 'overrides', '0', 'key'], message: expect.any(String) }];
  const faults = judgeNode(host, { ...config, ...managed });
  const thrown = (message: RegExp, extensions: object) =>
    expect.objectContaining({
      message: expect.stringMatching(message),
      extensions: expect.objectContaining(extensions),
    });
  expect(() => throwFaults(faults)).toThrow(thrown(/^data\.overrides\.0\.key: /, { code: invalid, issues }));
  const name = {
    ...fault('name_taken', 'taken', [{ path: ['data', 'name'], message: 'taken' }]),
    details: { existingId: 'x' },
  };
  const both = [
    { path: ['data', 'name'], message: 'taken', code: 'name_taken' },
    { ...issues[0], code: invalid },
  ];
  expect(() => throwFaults([name, ...faults])).toThrow(
    thrown(/^taken; data\.overrides\.0\.key: /, { code: 'name_taken', existingId: 'x', issues: both }),
  );
  expect(() => throwFaults([])).not.toThrow();
});

test('a new node gets the newest offered version, by number, not a withdrawn one', () => {
  const request = { name: 'x', executorId: 'x', network: 'signet' as const };
  const defaults = defaultVersionsAt(shippedTable, new Date('2026-11-24'));
  expect(configFor(request, executor, defaults)).toEqual({ ...config, signet: null, tor: null });
  const offering = (...versions: string[]) => ({
    ...{ name: 'host', capabilities: { ...executor.capabilities, clients: versions.map(client) } },
  });
  expect(configFor(request, offering(), defaults)).toMatchObject({ code: unsupported });
  const withdrawn = {
    code: unsupported,
    message: expect.stringContaining('only withdrawn versions (30.0) of bitcoind'),
  };
  expect(configFor(request, offering('30.0'), defaults)).toMatchObject(withdrawn);
  const named = { ...request, clientVersion: '30.0' };
  expect(configFor(named, offering('30.0'), defaults)).toMatchObject({ clientVersion: '30.0' });
});

const applied = { id: 'n', phase: 'running' as const, since: '2026-01-01T00:00:00Z', appliedRevision: 1 };

test.each([
  ['that no executor has applied is begun with the version that is wanted last', '28.1', null, null, '27.0'],
  ['keeps the version that began it', '27.0', applied, '27.0', '27.0'],
  ['created before this was recorded counts as begun with its current version', null, applied, '28.1', '28.1'],
])('the data of a node %s', (_what, firstClientVersion, observed, begunWith, afterwards) => {
  const row = { clientVersion: '28.1', firstClientVersion, observed, createdWithData: false };
  expect(dataFormatOf(row)).toEqual(begunWith === null ? null : { begunWith, obfuscated: null });
  expect(firstVersionAfter(row, '27.0')).toBe(afterwards);
});
