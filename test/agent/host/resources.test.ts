import { availableParallelism, totalmem } from 'node:os';
import { expect, test } from 'vitest';
import { ResourceReader } from '../../../src/agent/host/resources.ts';
import { systemClock } from '../../../src/timing/clock.ts';
import { listeningLog } from '../../harness/listening-log.ts';
import { until } from '../../harness/until.ts';
import { VirtualClock } from '../../harness/virtual-clock.ts';

const overcommit = { cpu: 4, memory: 1, disk: 1 };
const settings = { overcommit, dataRoot: undefined, dataRoots: {} };
const used = { cpuCores: 1.5, memoryMiB: 700, diskMiB: 9000 };

test('the resources of a host are total, used by nodes and free, as its engine and the disk of the chain data report them', async () => {
  const reader = new ResourceReader({
    clock: systemClock,
    hostInfo: async () => ({ cpus: 8, memoryMiB: 16_000, dataPath: '/' }),
    nodeUsage: () => used,
    settings,
    log: listeningLog().log,
  });
  const { cpuCores, memoryMiB, diskMiB, overcommit: factors } = await reader.read();
  expect(factors).toEqual(overcommit);
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
    settings,
    log: listeningLog().log,
  });
  expect(await reader.read()).toMatchObject({
    cpuCores: { total: availableParallelism(), usedByNodes: 0 },
    memoryMiB: { total: Math.floor(totalmem() / 1024 / 1024), usedByNodes: 0 },
    diskMiB: { total: 0 },
  });
  engineAnswers = true;
  await until('the engine’s answer counts', async () => (await reader.read()).cpuCores.total === 3);
});

test('a disk that the agent does not see is reported as 0 of 0 with one warning, and the other resources as they are', async () => {
  const { log, lines } = listeningLog();
  const clock = new VirtualClock(0);
  const reader = new ResourceReader({
    clock,
    hostInfo: async () => ({ cpus: 8, memoryMiB: 16_000, dataPath: '/nonexistent/docker' }),
    nodeUsage: () => used,
    settings,
    log,
  });
  await until('it is measured', async () => {
    await clock.passUntil(clock.elapsed() + 20_000);
    return (await reader.read()).cpuCores.total === 8;
  });
  await clock.passUntil(clock.elapsed() + 20_000);
  expect(await reader.read()).toMatchObject({ diskMiB: { total: 0, free: 0 }, memoryMiB: { total: 16_000 } });
  expect(lines.map(({ msg }) => msg)).toEqual([
    expect.stringMatching(
      /reported as 0 of 0: ENOENT.*; where .* container, mount .* read-only at \/nonexistent\/docker$/,
    ),
  ]);
});
