import { expect, test } from 'vitest';
import type { ExecutorResourcesInput } from '../../../../src/contract/types.generated.ts';
import type { Promises } from '../../../../src/control-plane/nodes/placement/promises.ts';
import { roomByResource, shortages, unknownRoom } from '../../../../src/control-plane/nodes/placement/room.ts';

const gibibyte = 1024;
const amount = (total: number, free = total) => ({ total, usedByNodes: 0, free });
const host = (changes: Partial<ExecutorResourcesInput> = {}): ExecutorResourcesInput => ({
  cpuCores: amount(4),
  memoryMiB: amount(8192),
  diskMiB: amount(1000 * gibibyte),
  ...changes,
});
const promises = (changes: Partial<Promises> = {}): Promises => ({
  ...{ nodes: 1, cpuCores: 2, memoryMiB: 4096, diskGiB: 600, unwrittenDiskGiB: 0, notEnded: 1 },
  ...changes,
});
const available = (resources: ExecutorResourcesInput, promised: Promises) => {
  const { cpuCores, memoryMiB, diskGiB } = roomByResource(resources, promised);
  return [cpuCores.available, memoryMiB.available, diskGiB.available];
};

test('cores may be promised four times, memory and disk once, and no node gets more than the host has', () => {
  expect(available(host(), promises())).toEqual([4, 4096, 400]);
  expect(available(host(), promises({ cpuCores: 14, memoryMiB: 8192, diskGiB: 1200 }))).toEqual([2, 0, 0]);
});

test('the operator’s factors decide how often the total may be promised', () => {
  const overcommit = { cpu: 1, memory: 2, disk: 1.5 };
  expect(available(host({ overcommit }), promises())).toEqual([2, 8192, 900]);
  expect(available(host({ overcommit: { cpu: 0.5, memory: 0.5, disk: 0.5 } }), promises())).toEqual([0, 0, 0]);
});

test('disk that others filled, or that nodes have yet to write, is no room', () => {
  expect(available(host({ diskMiB: amount(1000 * gibibyte, 300 * gibibyte) }), promises())[2]).toBe(300);
  const yetToWrite = promises({ unwrittenDiskGiB: 250 });
  expect(available(host({ diskMiB: amount(1000 * gibibyte, 300 * gibibyte) }), yetToWrite)[2]).toBe(50);
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

test('a busy host is not full: cores can be promised whatever is idle now', () => {
  const cpuCores = { total: 2, usedByNodes: 1.9, free: 0 };
  const room = roomByResource(host({ cpuCores }), promises({ cpuCores: 6 }));
  expect(room.cpuCores).toMatchObject({ free: 0, promised: 6, available: 2 });
  expect(shortages(room, { cpuCores: 1, memoryMiB: 256, diskGiB: 1 })).toEqual([]);
  expect(
    shortages(roomByResource(host({ cpuCores }), promises({ cpuCores: 8 })), {
      cpuCores: 1,
      memoryMiB: 256,
      diskGiB: 1,
    }).map(({ message }) => message),
  ).toEqual(['1 cores (0 of 2 cores available, 8 allocated to other nodes, overcommitted 4 times)']);
});

test('who is refused for what others use learns how much is free', () => {
  const memoryMiB = { total: 8192, usedByNodes: 0, free: 5000 };
  const found = shortages(roomByResource(host({ memoryMiB }), promises()), {
    cpuCores: 1,
    memoryMiB: 1024,
    diskGiB: 1,
  });
  expect(found.map(({ message }) => message)).toEqual([
    '1024 MiB of memory (904 of 8192 MiB available, 5000 free now, 4096 allocated to other nodes)',
  ]);
});

test('who asks for more than the whole host learns what the host can give, not what it has', () => {
  const diskMiB = { total: 251.9 * 1024, usedByNodes: 0, free: 74.3 * 1024 };
  const needs = { cpuCores: 1, memoryMiB: 256, diskGiB: 1200 };
  const none = promises({ cpuCores: 0, memoryMiB: 0, diskGiB: 0, unwrittenDiskGiB: 0 });
  expect(shortages(roomByResource(host({ diskMiB }), none), needs).map(({ message }) => message)).toEqual([
    '1200 GiB of disk (74.3 of 251.9 GiB available, 74.3 free now, 0 allocated to other nodes)',
  ]);
});

test('what the agent could not measure is unknown and judged no more', () => {
  const room = roomByResource(host({ diskMiB: amount(0) }), promises());
  expect(room.diskGiB).toMatchObject({ total: null, free: null, available: null, promised: 600 });
  expect(unknownRoom(room)).toEqual(['disk']);
  expect(shortages(room, { cpuCores: 1, memoryMiB: 256, diskGiB: 5000 })).toEqual([]);
});

test.each<[string, [number, number, number], string[]]>([
  ['fits', [4, 4096, 400], []],
  [
    'is larger than the host',
    [5, 256, 1],
    ['5 cores (4 of 4 cores available, 2 allocated to other nodes, overcommitted 4 times)'],
  ],
  [
    'needs more memory than is left',
    [1, 4097, 1],
    ['4097 MiB of memory (4096 of 8192 MiB available, 4096 allocated to other nodes)'],
  ],
])('a node that %s is judged with the figures', (_what, [cpuCores, memoryMiB, diskGiB], expected) => {
  const found = shortages(roomByResource(host(), promises()), { cpuCores, memoryMiB, diskGiB });
  expect(found.map(({ message }) => message)).toEqual(expected);
});

test('a node that exists is judged by what it asks for in addition', () => {
  const room = roomByResource(host(), promises({ memoryMiB: 10_000 }));
  const current = { cpuCores: 2, memoryMiB: 4096, diskGiB: 600 };
  expect(shortages(room, current, current)).toEqual([]);
  expect(shortages(room, { ...current, memoryMiB: 300 }, current)).toEqual([]);
  expect(shortages(room, { ...current, diskGiB: 1000 }, current)).toEqual([]);
  expect(shortages(room, { ...current, memoryMiB: 4097 }, current)).toHaveLength(1);
});
