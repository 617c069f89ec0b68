import type { NodeSample } from '../monitor/sample.ts';

const mebibyte = 1024 * 1024;

export interface NodeUsage {
  cpuCores: number;
  memoryMiB: number;
  diskMiB: number;
}

export function usageOf(samples: readonly NodeSample[]): NodeUsage {
  const sum = { cpuCores: 0, memoryMiB: 0, diskMiB: 0 };
  for (const { cpuPercent, memoryMiB, sizeOnDiskBytes } of samples) {
    sum.cpuCores += (cpuPercent ?? 0) / 100;
    sum.memoryMiB += memoryMiB ?? 0;
    sum.diskMiB += sizeOnDiskBytes / mebibyte;
  }
  return sum;
}
