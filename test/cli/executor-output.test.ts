import { expect, test } from 'vitest';
import { detailLines } from '../../src/cli/executors/show.ts';
import { lastWord } from '../../src/cli/executors/upgrades.ts';
import { daysLeft, growth } from '../../src/cli/output.ts';

type Shown = Parameters<typeof detailLines>[0];

const figures = (total: number | null, overcommit: number, promised: number, used: number, free: number | null) => ({
  ...{ total, overcommit, promised, used, free },
  available: total === null ? null : total * overcommit - promised,
});
const room: Shown['room'] = {
  nodes: 1,
  cpuCores: figures(4, 4, 2, 0.25, 3.5),
  memoryMiB: figures(8192, 1, 4096, 3000, 4000),
  diskGiB: figures(100, 1, 50, 20, 61.26),
};
const nodes: Shown['nodes'] = [
  {
    ...{ name: 'alpha', resources: { diskGiB: 50 }, status: { phase: 'syncing' } },
    metrics: { sizeOnDiskBytes: 20 * 2 ** 30, growthBytesPerDay: 3.5 * 2 ** 30 },
  },
  { name: 'beta', resources: { diskGiB: 5 }, status: { phase: 'pending' }, metrics: null },
];
const since = '2026-11-21T00:00:00Z';
const shown: Shown = { room, diskForecast: null, dataRoots: [], nodes: [] };

test('executors show prints total, promised, used and free, and how the disk and its nodes grow', () => {
  const diskForecast = { daysUntilFull: 12.9, fillsMiBPerDay: 4864, since };
  expect(detailLines({ ...shown, diskForecast, nodes })).toEqual([
    'RESOURCE    TOTAL  OVERCOMMIT  ALLOCATED  USED  FREE  AVAILABLE',
    'cores       4      4           2          0.2   3.5   14',
    'memory MiB  8192   1           4096       3000  4000  4096',
    'disk GiB    100    1           50         20    61.2  50',
    '',
    'disk: full in 12 d at the current rate of 4.8 GiB/d',
    '',
    'NODE   PHASE    DISK GIB ALLOCATED  BLOCKS GIB  GROWTH',
    'alpha  syncing  50                  20.0        3.5 GiB/d',
    'beta   pending  5                   -           -',
  ]);
});

test('executors show says why there is no forecast of a disk; days and growth are rounded, and - where nothing is known', () => {
  for (const [forecast, line] of [
    [null, 'disk: no forecast: the agent cannot read the disk, or has just started'],
    [{ fillsMiBPerDay: null }, `disk: no forecast yet; it needs six hours of readings (since ${since})`],
    [{ fillsMiBPerDay: -3 }, 'disk: not filling up'],
  ] as const) {
    const diskForecast = forecast && { ...forecast, daysUntilFull: null, since };
    expect(detailLines({ ...shown, diskForecast }).at(-1)).toBe(line);
  }
  expect([null, 0.5, 1.9, 5000].map(daysLeft)).toEqual(['-', 'less than a day', '1 d', 'years']);
  expect([undefined, 2 ** 30].map(growth)).toEqual(['-', '1.0 GiB/d']);
});

test('the data roots of an executor are shown with what is free there, and one that its agent does not see as that', () => {
  const dataRoots = [
    { name: 'default', path: null, totalMiB: 102_400, freeMiB: 5120 },
    { name: 'ssd', path: '/mnt/ssd', totalMiB: null, freeMiB: null },
  ];
  expect(detailLines({ ...shown, dataRoots }).slice(-3)).toEqual([
    'DATA ROOT  DIRECTORY             TOTAL GIB  FREE GIB',
    'default    the engine’s volumes  100.0      5.0',
    'ssd        /mnt/ssd              unknown    unknown',
  ]);
});

test('an upgrade that was switched back on the host does not count as the last word', () => {
  const state = 'committed' as const;
  const upgrades = [{ targetVersion: '0.7.0', state, progress: null, reason: null, endedAt: since }];
  expect(lastWord({ version: '0.7.0', upgrades })).toBe('; upgrade to 0.7.0: committed');
  expect(lastWord({ version: '0.3.0', upgrades })).toBe('; upgraded to 0.7.0, then switched on the host');
});
