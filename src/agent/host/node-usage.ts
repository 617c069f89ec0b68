import type { NodeSample } from '../monitor/sample.ts';

/** The sum of what nodes use, as each was measured last. */
export function usageOf(samples: readonly NodeSample[]): { cpuCores: number; memoryMiB: number; diskMiB: number } {
  const sum = { cpuCores: 0, memoryMiB: 0, diskMiB: 0 };
  for (const { cpuPercent, memoryMiB, sizeOnDiskBytes } of samples) {
    sum.cpuCores += (cpuPercent ?? 0) / 100;
    sum.memoryMiB += memoryMiB ?? 0;
    sum.diskMiB += sizeOnDiskBytes / 1024 / 1024;
  }
  return sum;
}
