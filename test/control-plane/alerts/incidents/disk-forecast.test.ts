import { expect, test } from 'vitest';
import { forecastDisk } from '../../../../src/control-plane/alerts/incidents/disk-forecast.ts';

const day = 24 * 3_600_000;
const amount = (total: number, free: number) => ({ total, free, usedByNodes: 0 });
const executor = (diskMiB: object) =>
  ({ resources: { cpuCores: amount(1, 1), memoryMiB: amount(1, 1), diskMiB } }) as Parameters<typeof forecastDisk>[0];
const history = [{ at: 0, freeMiB: 30_000 }];

test('the forecast of a disk names rate and days by the readings that the incidents are judged by', () => {
  expect(forecastDisk(executor(amount(100_000, 20_000)), history, day)).toEqual({
    daysUntilFull: 2,
    fillsMiBPerDay: 10_000,
    since: '1970-01-01T00:00:00.000Z',
  });
});

test('a disk that gets emptier has a rate and no end, and one of which little is known has neither', () => {
  expect(forecastDisk(executor(amount(100_000, 40_000)), history, day)).toMatchObject({
    daysUntilFull: null,
    fillsMiBPerDay: -10_000,
  });
  expect(forecastDisk(executor(amount(100_000, 20_000)), history, 1)).toMatchObject({
    daysUntilFull: null,
    fillsMiBPerDay: null,
  });
});

test('a disk that the agent does not see, or of which nothing was read yet, has no forecast', () => {
  expect(forecastDisk(executor(amount(0, 0)), history, day)).toBeNull();
  expect(forecastDisk(executor(amount(100_000, 20_000)), [], day)).toBeNull();
});
