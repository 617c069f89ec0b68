import { writeFileSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findMissingMount, missingMount } from '../../../src/agent/host/missing-mount.ts';
import { loadBetween, withinSpan } from '../../../src/agent/host/processor-load.ts';
import { measureRoots, resourceReader, usageOf } from '../../../src/agent/host/resources.ts';
import type { NodeSample } from '../../../src/agent/monitor/sample.ts';
import { systemClock } from '../../../src/timing/clock.ts';
import { listeningLog } from '../../harness/listening-log.ts';
import { scratchFolder } from '../../harness/scratch-folder.ts';
import { until } from '../../harness/until.ts';
import { VirtualClock } from '../../harness/virtual-clock.ts';

const overcommit = { cpu: 4, memory: 1, disk: 1 };
const settings = { overcommit, dataRoot: undefined, dataRoots: {} };
const used = { cpuCores: 1.5, memoryMiB: 700, diskGiB: 9 };

const info = { cpus: 8, memoryMiB: 16_000, dataPath: '/' };
const readerOf = (options: Partial<Parameters<typeof resourceReader>[0]>) =>
  resourceReader({
    ...{ clock: systemClock, host: { hostInfo: async () => info }, nodeUsage: () => used, settings },
    log: listeningLog().log,
    ...options,
  });

test('reports the resources of the engine and the data’s disk, before that the host’s', async () => {
  let engineAnswers = false;
  const reader = readerOf({
    host: {
      hostInfo: async () => {
        if (!engineAnswers) throw new Error('the engine is away');
        return info;
      },
    },
  });
  expect(await reader()).toMatchObject({
    ...{ overcommit, diskGiB: { total: 0 }, cpuCores: { total: availableParallelism(), usedByNodes: 0 } },
    memoryMiB: { total: Math.floor(totalmem() / 1024 / 1024), usedByNodes: 0 },
  });
  engineAnswers = true;
  const { cpuCores, memoryMiB, diskGiB } = await until('the engine’s answer counts', async () => {
    const resources = await reader();
    return resources.diskGiB.total > 0 && resources;
  });
  expect(cpuCores).toMatchObject({ total: info.cpus, usedByNodes: 1.5 });
  expect(cpuCores.free).toBeGreaterThanOrEqual(0);
  expect(cpuCores.free).toBeLessThanOrEqual(info.cpus);
  expect(memoryMiB).toMatchObject({ total: 16_000, usedByNodes: 700 });
  expect(memoryMiB.free).toBeGreaterThan(0);
  expect(diskGiB.usedByNodes).toBe(9);
  expect(diskGiB.total).toBeGreaterThan(diskGiB.free);
});

test('reports an unseen disk as 0 of 0 with one warning, and the rest unchanged', async () => {
  const { log, lines } = listeningLog();
  const clock = new VirtualClock(0);
  const reader = readerOf({
    clock,
    log,
    host: { hostInfo: async () => ({ ...info, dataPath: '/nonexistent/docker' }) },
  });
  const pass = () => clock.passUntil(clock.elapsed() + 20_000);
  await until('it is measured', async () => {
    await pass();
    return (await reader()).cpuCores.total === 8;
  });
  await pass();
  expect(await reader()).toMatchObject({ diskGiB: { total: 0, free: 0 }, memoryMiB: { total: 16_000 } });
  const warning =
    /cannot measure the chain data disk: ENOENT.*; if .* container, mount .* read-only at \/nonexistent\/docker$/;
  expect(lines.map(({ msg }) => msg)).toEqual([expect.stringMatching(warning)]);
});

test('lists each data root with its disk, and an unseen one without figures', async () => {
  expect(await measureRoots({ dataRoot: '/srv/chain', dataRoots: {} }, '/srv/chain')).toBeNull();
  const figures = { totalGiB: expect.any(Number), freeGiB: expect.any(Number) };
  const bare = scratchFolder('root');
  const fstab = join(bare, 'fstab');
  writeFileSync(fstab, `UUID=1 ${bare} ext4 defaults 0 2\n`);
  const dataRoots = { ssd: '/tmp', gone: '/nonexistent', bare };
  const mounts = { fstab, mountinfo: '/proc/self/mountinfo' };
  expect(await measureRoots({ dataRoot: undefined, dataRoots }, '/', mounts)).toEqual([
    { name: 'default', path: null, ...figures },
    { name: 'ssd', path: '/tmp', ...figures },
    { name: 'gone', path: '/nonexistent', totalGiB: null, freeGiB: null },
    { name: 'bare', path: bare, totalGiB: null, freeGiB: null },
  ]);
});

const fstab = `# <file system> <mount point> <type>
UUID=1 / ext4 defaults 0 1
UUID=2 none swap sw 0 0
UUID=3	/mnt/ssd	xfs	noauto	0 2
UUID=4 /mnt/cold/ btrfs defaults 0 2
UUID=5 /mnt/big\\040disk ext4 defaults 0 2
`;
const mounted = (...points: string[]) =>
  ['/', '/proc', ...points]
    .map((point) => `20 1 8:1 / ${point.replace(' ', '\\040')} rw,relatime shared:1 - ext4 /dev/sda1 rw`)
    .join('\n');

test.each<[directory: string, points: string[], missing: string | null]>([
  ['/mnt/ssd', [], '/mnt/ssd'],
  ['/mnt/ssd', ['/mnt/ssd'], null],
  ['/mnt/ssd/bitcoin', ['/mnt/ssd/bitcoin'], '/mnt/ssd'],
  ['/mnt/ssd2', [], null],
  ['/mnt/cold', [], '/mnt/cold'],
  ['/mnt/cold', ['/mnt/cold'], null],
  ['/mnt/big disk/x', [], '/mnt/big disk'],
  ['/mnt/big disk/x', ['/mnt/big disk'], null],
  ['/', [], null],
])('%s with %j mounted: %s is missing', (directory, points, missing) => {
  expect(missingMount(directory, fstab, mounted(...points))).toBe(missing);
});

test('finds no missing mount without mount tables or for a missing directory', async () => {
  const none = { fstab: '/nonexistent/fstab', mountinfo: '/nonexistent/mountinfo' };
  expect(await findMissingMount('/nonexistent', none)).toBeNull();
});

test('adds up the usage of nodes, with unmeasured values as 0', () => {
  const samples = [
    { cpuPercent: 150, memoryMiB: 700, sizeOnDiskBytes: 10 * 1024 ** 2 },
    { cpuPercent: null, memoryMiB: null, sizeOnDiskBytes: 5 * 1024 ** 2 },
  ] as NodeSample[];
  expect(usageOf(samples)).toEqual({ cpuCores: 1.5, memoryMiB: 700, diskGiB: 15 / 1024 });
});

test('measures the load over the last minute, or since the first reading', () => {
  const readings = [0, 10_000, 25_000, 40_000].map((at) => ({ at }));
  const kept = (now: number) => withinSpan([...readings, { at: now }], now).map(({ at }) => at);
  expect(kept(50_000)).toEqual([0, 10_000, 25_000, 40_000, 50_000]);
  expect(kept(80_000)).toEqual([10_000, 25_000, 40_000, 80_000]);
  expect(kept(200_000)).toEqual([40_000, 200_000]);
});

test.each([
  ['half of the time', { busy: 150, idle: 150 }, 50],
  ['no time that passed', { busy: 100, idle: 100 }, 0],
  ['a clock of the cores that went back', { busy: 50, idle: 200 }, 0],
])('the load is what the cores did between two readings: %s', (_what, after, load) => {
  expect(loadBetween({ busy: 100, idle: 100 }, after)).toBe(load);
});
