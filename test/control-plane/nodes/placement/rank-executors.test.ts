import { expect, test } from 'vitest';
import { defaultVersionsAt } from '../../../../src/bitcoin/clients/default-versions.ts';
import { shippedTable } from '../../../../src/bitcoin/clients/lifecycle.ts';
import type { NodeConfig } from '../../../../src/bitcoin/node-config.ts';
import {
  type Fit,
  judgeAvailability,
  placementByRoom,
  placementByUser,
  rankFits,
} from '../../../../src/control-plane/nodes/placement/rank-executors.ts';
import { roomByResource } from '../../../../src/control-plane/nodes/placement/room.ts';

const defaults = defaultVersionsAt(shippedTable, new Date('2026-11-24'));
const amount = (total: number) => ({ total, usedByNodes: 0, free: total });
const config: NodeConfig = {
  ...{ network: 'signet', client: 'bitcoind', clientVersion: '28.1', nodeType: 'full', overrides: [] },
  resources: { cpuCores: 1, memoryMiB: 1024, diskGiB: 100 },
};

type Figures = Partial<Record<'memory' | 'disk' | 'promisedMemory', number>> & { version?: string };

function candidate(name: string, figures: Figures = {}): Fit<{ name: string }> {
  const { memory = 8192, disk = 1000, promisedMemory = 0, version = '28.1' } = figures;
  const resources = { cpuCores: amount(8), memoryMiB: amount(memory), diskGiB: amount(disk) };
  const promises = { nodes: 0, cpuCores: 0, memoryMiB: promisedMemory, diskGiB: 0, unwrittenDiskGiB: 0, notEnded: 0 };
  const room = roomByResource(resources, promises);
  return { executor: { name }, config: { ...config, clientVersion: version }, room };
}

test.each([
  ['the largest share of the scarcer of memory and disk', { c: { disk: 110 }, b: { promisedMemory: 4096 }, a: {} }],
  ['a newer version', { b: { version: '9.9' }, a: { disk: 110 } }],
  ['a maintained version', { b: { version: '30.0' }, a: { version: '31.1', disk: 110 } }],
  ['a disk that can be measured, then by name', { c: { disk: 0 }, b: {}, a: {} }],
])('the first executors are those with %s', (_what, figures) => {
  const fits = Object.entries(figures).map(([name, each]) => candidate(name, each));
  const names = rankFits(fits, defaults).map(({ executor: { name } }) => name);
  expect(names).toEqual(Object.keys(figures).toReversed());
});

test('the placement says why that executor, and what was not checked', () => {
  expect(placementByRoom(candidate('a'), 3)).toEqual({
    chosenBy: 'control_plane',
    reason:
      'largest free share of 3 eligible hosts; after deployment, 7 of 8 GiB of memory and 900 of 1000 GiB of disk available',
  });
  const room = {
    ...candidate('a', { disk: 0 }).room,
    memoryMiB: { ...candidate('a', {}).room.memoryMiB, overcommit: 2, left: 16_384 },
  };
  expect(placementByRoom({ ...candidate('a', {}), room }, 1).reason).toBe(
    'the only host that can run the node; after deployment, 15 of 16 GiB of memory (2× overcommit) available; its disk cannot be measured and was not checked',
  );
  expect(placementByUser(candidate('a', { disk: 0 }).room).reason).toContain('its disk cannot be measured');
});

const online = { name: 'host', online: true, lastSeenAt: new Date(0), labels: { region: 'eu' }, cordon: null };
const cordon = { at: '2026-11-21T12:00:00.000Z', by: 'Ada', reason: 'new disks' };
const whyCordoned = 'host takes no new nodes: new disks (Ada, 2026-11-21T12:00:00.000Z)';

test.each<[string, Partial<Parameters<typeof judgeAvailability>[0]>, Record<string, string>, object | null]>([
  ['an executor that is there', {}, {}, null],
  ['one with the label', {}, { region: 'eu' }, null],
  ['one that is offline', { online: false }, {}, { code: 'executor_offline' }],
  ['one that is cordoned', { cordon }, {}, { code: 'executor_cordoned', message: whyCordoned }],
  ['one without the label', {}, { disk: 'nvme' }, { code: 'no_executor_fits' }],
  ['one with another value', {}, { region: 'us' }, { message: 'host does not have the label region=us' }],
  ['a label that every object inherits', {}, { constructor: 'x' }, { code: 'no_executor_fits' }],
])('%s is judged for new nodes', (_what, changes, labels, expected) => {
  const fault = judgeAvailability({ ...online, ...changes }, labels);
  if (expected === null) expect(fault).toBeNull();
  else expect(fault).toMatchObject(expected);
});
