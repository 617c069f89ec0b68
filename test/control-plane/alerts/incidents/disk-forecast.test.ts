import { expect, test } from 'vitest';
import { forecastDisk } from '../../../../src/control-plane/alerts/incidents/disk-forecast.ts';

const day = 24 * 3_600_000;
const history = [{ at: 0, free: 30_000 }];

test.each<[string, Partial<{ total: number; free: number; at: number; read: typeof history }>, object | null]>([
  ['that fills has a rate and an end', {}, { daysUntilFull: 2, fillsGiBPerDay: 10_000 }],
  ['that gets emptier has no end', { free: 40_000 }, { daysUntilFull: null, fillsGiBPerDay: -10_000 }],
  ['of which little is known has neither', { at: 1 }, { daysUntilFull: null, fillsGiBPerDay: null }],
  ['that the agent does not see has no forecast', { total: 0, free: 0 }, null],
  ['of which nothing was read yet has no forecast', { read: [] }, null],
])('a disk %s', (_what, { total = 100_000, free = 20_000, at = day, read = history }, expected) => {
  const amount = { total, free, usedByNodes: 0 };
  const resources = { cpuCores: amount, memoryMiB: amount, diskGiB: amount };
  const since = '1970-01-01T00:00:00.000Z';
  expect(forecastDisk({ resources }, read, at)).toEqual(expected && { ...expected, since });
});
