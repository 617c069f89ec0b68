import { expect, test } from 'vitest';
import type { NodeResources } from '../../../../src/bitcoin/node-config.ts';
import type { ExecutorResourcesInput } from '../../../../src/contract/types.generated.ts';
import type { Promises } from '../../../../src/control-plane/nodes/placement/promises.ts';
import { roomByResource, shortages, unknownRoom } from '../../../../src/control-plane/nodes/placement/room.ts';

const amount = (total: number, free = total) => ({ total, usedByNodes: 0, free });
const filled = amount(1000, 300);
const host = (changes: Partial<ExecutorResourcesInput> = {}): ExecutorResourcesInput => ({
  cpuCores: amount(4),
  memoryMiB: amount(8192),
  diskGiB: amount(1000),
  ...changes,
});
const busy = { total: 2, usedByNodes: 1.9, free: 0 };
const promises = (changes: Partial<Promises> = {}): Promises => ({
  ...{ nodes: 1, cpuCores: 2, memoryMiB: 4096, diskGiB: 600, unwrittenDiskGiB: 0, notEnded: 1 },
  ...changes,
});
const available = (resources: ExecutorResourcesInput, promised: Promises) => {
  const { cpuCores, memoryMiB, diskGiB } = roomByResource(resources, promised);
  return [cpuCores.available, memoryMiB.available, diskGiB.available];
};

test.each<[string, Partial<ExecutorResourcesInput>, Partial<Promises>, number[]]>([
  ['cores four times, memory and disk once, and to no node more than the host has', {}, {}, [4, 4096, 400]],
  ['nothing that is promised', {}, { cpuCores: 14, memoryMiB: 8192, diskGiB: 1200 }, [2, 0, 0]],
  ['by the operator’s factors', { overcommit: { cpu: 1, memory: 2, disk: 1.5 } }, {}, [2, 8192, 900]],
  ['nothing beyond those', { overcommit: { cpu: 0.5, memory: 0.5, disk: 0.5 } }, {}, [0, 0, 0]],
  ['no disk that others filled', { diskGiB: filled }, {}, [4, 4096, 300]],
  ['no disk that nodes have yet to write', { diskGiB: filled }, { unwrittenDiskGiB: 250 }, [4, 4096, 50]],
])('a host gives %s', (_what, resources, promised, expected) => {
  expect(available(host(resources), promises(promised))).toEqual(expected);
});

test.each<[string, Partial<Promises>, { used: number; free: number; memory?: number }, number]>([
  ['half of the memory that nobody promised', {}, { used: 0, free: 6144 }, 2048],
  ['nothing but what the nodes use themselves', {}, { used: 4096, free: 4096 }, 4096],
  ['a part, while the nodes use some of what they were promised', {}, { used: 1024, free: 4096 }, 1024],
  ['more than is left', {}, { used: 1024, free: 512 }, 0],
  ['a part, while nodes use more than they were promised', {}, { used: 5000, free: 2000 }, 2000],
  ['as much as the operator lets be promised twice', {}, { used: 0, free: 6144, memory: 2 }, 8192],
  ['a part of an empty host', { memoryMiB: 0 }, { used: 0, free: 6000 }, 6000],
])(
  'memory of which other programs use %s has room for what is free',
  (_what, promised, { used, free, memory = 1 }, left) => {
    const memoryMiB = { total: 8192, usedByNodes: used, free };
    const overcommit = { cpu: 4, memory, disk: 1 };
    expect(available(host({ memoryMiB, overcommit }), promises(promised))[1]).toBe(left);
  },
);

interface Request {
  resources?: Partial<ExecutorResourcesInput>;
  promised?: Partial<Promises>;
  needs?: Partial<NodeResources>;
}

test.each<[shortage: string | null, Request]>([
  [null, { needs: { cpuCores: 4, memoryMiB: 4096, diskGiB: 400 } }],
  ['4 of 4 cores available, 5 needed (2 allocated to other nodes, overcommitted 4 times)', { needs: { cpuCores: 5 } }],
  ['4096 of 8192 MiB of memory available, 4097 needed (4096 allocated to other nodes)', { needs: { memoryMiB: 4097 } }],
  // A busy host is not full: cores are promised whatever is idle now.
  [null, { resources: { cpuCores: busy }, promised: { cpuCores: 6 } }],
  [
    '0 of 2 cores available, 1 needed (8 allocated to other nodes, overcommitted 4 times)',
    { resources: { cpuCores: busy }, promised: { cpuCores: 8 } },
  ],
  // Others use memory.
  [
    '904 of 8192 MiB of memory available, 1024 needed (5000 free now, 4096 allocated to other nodes)',
    { resources: { memoryMiB: amount(8192, 5000) }, needs: { memoryMiB: 1024 } },
  ],
  // Who needs more than the whole host learns what it can give, not what it has.
  [
    '74.3 of 251.9 GiB of disk available, 1200 needed (74.3 free now, 0 allocated to other nodes)',
    { resources: { diskGiB: amount(251.9, 74.3) }, promised: { diskGiB: 0 }, needs: { diskGiB: 1200 } },
  ],
])('a node is short of %s, with %j', (shortage, { resources, promised, needs }) => {
  const room = roomByResource(host(resources), promises(promised));
  const found = shortages(room, { cpuCores: 1, memoryMiB: 256, diskGiB: 1, ...needs });
  expect(found.map(({ message }) => message)).toEqual(shortage === null ? [] : [shortage]);
});

test('what the agent could not measure is unknown and judged no more', () => {
  const room = roomByResource(host({ diskGiB: amount(0) }), promises());
  expect(room.diskGiB).toMatchObject({ total: null, free: null, available: null, promised: 600 });
  expect(unknownRoom(room)).toEqual(['disk']);
  expect(shortages(room, { cpuCores: 1, memoryMiB: 256, diskGiB: 5000 })).toEqual([]);
});

test('a node that exists is judged by what it asks for in addition', () => {
  const room = roomByResource(host(), promises({ memoryMiB: 10_000 }));
  const current = { cpuCores: 2, memoryMiB: 4096, diskGiB: 600 };
  expect(shortages(room, current, current)).toEqual([]);
  expect(shortages(room, { ...current, memoryMiB: 300 }, current)).toEqual([]);
  expect(shortages(room, { ...current, diskGiB: 1000 }, current)).toEqual([]);
  expect(shortages(room, { ...current, memoryMiB: 4097 }, current)).toHaveLength(1);
});
