import { expect, test } from 'vitest';
import { whyNotCheap } from '../../../../src/agent/docker/rehearsal/judge-cost.ts';

const gibibyte = 1024 ** 3;
const cost = {
  fileSystem: 'btrfs',
  sharesBlocks: true,
  dataBytes: 600 * gibibyte,
  freeBytes: 80 * gibibyte,
  freeMemoryMiB: 9000,
};

test('a copy that shares its blocks is cheap, whatever the size of the data', () => {
  expect(whyNotCheap(cost, { memoryMiB: 8192 })).toBeNull();
});

test.each([
  [
    'the size of a copy on a file system that shares nothing',
    { fileSystem: 'ext4', sharesBlocks: false },
    /^the data is on ext4, .* a copy would take 600\.0 GiB of the 80\.0 GiB that are free, .*--canary 1/,
  ],
  ['a full disk', { freeBytes: gibibyte / 2 }, /the disk has 0\.5 GiB free; free disk space$/],
  ['the memory of a second daemon', { freeMemoryMiB: 4000 }, /8192 MiB of memory .* has 4000 MiB available/],
])('names %s', (_what, change, reason) => {
  expect(whyNotCheap({ ...cost, ...change }, { memoryMiB: 8192 })).toMatch(reason);
});
