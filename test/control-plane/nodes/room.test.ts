import { expect, test } from 'vitest';
import type { ExecutorResourcesInput } from '../../../src/contract/types.generated.ts';
import type { Promises } from '../../../src/control-plane/nodes/promises.ts';
import { roomByResource, shortages, unknownRoom } from '../../../src/control-plane/nodes/room.ts';

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

test('what the agent could not measure is unknown and judged no more', () => {
  const room = roomByResource(host({ diskMiB: amount(0) }), promises());
  expect(room.diskGiB).toMatchObject({ total: null, free: null, available: null, promised: 600 });
  expect(unknownRoom(room)).toEqual(['disk']);
  expect(shortages(room, { cpuCores: 1, memoryMiB: 256, diskGiB: 5000 })).toEqual([]);
});

test.each<[string, [number, number, number], string[]]>([
  ['fits', [4, 4096, 400], []],
  ['is larger than the host', [5, 256, 1], ['5 cores (it has 4 cores)']],
  [
    'needs more memory than is left',
    [1, 4097, 1],
    ['4097 MiB of memory (it has 8192 MiB, promised 4096 to its other nodes, and can give this one 4096)'],
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
