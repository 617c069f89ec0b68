import { expect, test } from 'vitest';
import { usageOf } from '../../../src/agent/host/node-usage.ts';
import type { NodeSample } from '../../../src/agent/monitor/sample.ts';

const sample = (used: Partial<NodeSample>): NodeSample => ({ sizeOnDiskBytes: 0, ...used }) as NodeSample;

test('the usage of nodes adds up cores, MiB of memory and MiB of disk, and counts unmeasured values as 0', () => {
  const mebibyte = 1024 * 1024;
  expect(
    usageOf([
      sample({ cpuPercent: 150, memoryMiB: 700, sizeOnDiskBytes: 10 * mebibyte }),
      sample({ cpuPercent: null, memoryMiB: null, sizeOnDiskBytes: 5 * mebibyte }),
    ]),
  ).toEqual({ cpuCores: 1.5, memoryMiB: 700, diskMiB: 15 });
  expect(usageOf([])).toEqual({ cpuCores: 0, memoryMiB: 0, diskMiB: 0 });
});
