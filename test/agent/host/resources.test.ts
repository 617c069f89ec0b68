import { availableParallelism, totalmem } from 'node:os';
import { expect, test } from 'vitest';
import { ResourceReader } from '../../../src/agent/host/resources.ts';
import { systemClock } from '../../../src/timing/clock.ts';
import { until } from '../../harness/until.ts';

const used = { cpuCores: 1.5, memoryMiB: 700, diskMiB: 9000 };

test('the resources of a host are total, used by nodes and free, as its engine and the disk of the chain data report them', async () => {
  const reader = new ResourceReader({
    clock: systemClock,
    hostInfo: async () => ({ cpus: 8, memoryMiB: 16_000, dataPath: '/' }),
    nodeUsage: () => used,
  });
  const { cpuCores, memoryMiB, diskMiB } = await reader.read();
  expect(cpuCores).toMatchObject({ total: 8, usedByNodes: 1.5 });
  expect(cpuCores.free).toBeGreaterThanOrEqual(0);
  expect(cpuCores.free).toBeLessThanOrEqual(8);
  expect(memoryMiB).toMatchObject({ total: 16_000, usedByNodes: 700 });
  expect(memoryMiB.free).toBeGreaterThan(0);
  expect(diskMiB.usedByNodes).toBe(9000);
  expect(diskMiB.total).toBeGreaterThan(diskMiB.free);
});

test('the resources are what this process sees of the host while the engine has not answered', async () => {
  let engineAnswers = false;
  const reader = new ResourceReader({
    clock: systemClock,
    hostInfo: async () => {
      if (!engineAnswers) throw new Error('the engine is away');
      return { cpus: 3, memoryMiB: 5000, dataPath: '/' };
    },
    nodeUsage: () => used,
  });
  expect(await reader.read()).toMatchObject({
    cpuCores: { total: availableParallelism(), usedByNodes: 0 },
    memoryMiB: { total: Math.floor(totalmem() / 1024 / 1024), usedByNodes: 0 },
    diskMiB: { total: 0 },
  });
  engineAnswers = true;
  await until('the engine’s answer counts', async () => (await reader.read()).cpuCores.total === 3);
});
