import { chmodSync, chownSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { addReading, type DiskReading, daysUntilFull, fillRate } from '../../src/storage/disk-trend.ts';
import { whyNotReplaceable, writePrivateFile } from '../../src/storage/private-file.ts';
import { scratchFolder } from '../harness/scratch-folder.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = scratchFolder('files');
  path = join(folder, 'key');
});

test('only its owner can read a private file, whatever mode the previous one had', () => {
  writeFileSync(path, 'former');
  chmodSync(path, 0o644);
  writePrivateFile(path, 'new');
  expect(readFileSync(path, 'utf8')).toBe('new');
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(['key']);
});

test('checks first whether a file can be replaced, and leaves no partial one', () => {
  expect(whyNotReplaceable(path)).toBeNull();
  expect(whyNotReplaceable(join(folder, 'none', 'key'))).toContain('ENOENT');
  mkdirSync(path);
  expect(() => writePrivateFile(path, 'new')).toThrow();
  expect(readdirSync(folder)).toEqual(['key']);
});

test('what root writes belongs to the owner of the directory, whose agent reads it', () => {
  const isRoot = process.getuid?.() === 0;
  const owner = isRoot ? { uid: 101, gid: 102 } : { uid: statSync(folder).uid, gid: statSync(folder).gid };
  chownSync(folder, owner.uid, owner.gid);
  writePrivateFile(path, 'new');
  expect(statSync(path)).toMatchObject(owner);
});

const hourMs = 3_600_000;
/** One reading an hour, by free MiB. */
const hours = (...values: number[]): DiskReading[] => values.map((free, hour) => ({ at: hour * hourMs, free }));
const shrinking = (perHour: number, count = 12) =>
  hours(...Array.from({ length: count }, (_none, hour) => 24_000 - hour * perHour));
const now = (free: number, hour = 12): DiskReading => ({ at: hour * hourMs, free });
const filledOnce = hours(24_000, 24_000, ...Array<number>(6).fill(9000));

test.each<[string, DiskReading[], DiskReading, number | undefined, number | undefined]>([
  ['that fills steadily', shrinking(100), now(22_800), 2400, 9.5],
  ['that does not change', shrinking(0), now(24_000), 0, undefined],
  ['that gets emptier', shrinking(-100), now(25_200), -2400, undefined],
  ['of which less than six hours are known', shrinking(100, 5), now(23_500, 5), undefined, undefined],
  ['of which nothing is known', [], now(24_000), undefined, undefined],
  ['that was filled once and stays so', filledOnce, now(9000), 0, undefined],
])('the rate and the end of a disk %s', (_what, history, at, perDay, days) => {
  expect(fillRate(history, at)).toEqual(perDay === undefined ? undefined : expect.closeTo(perDay, 5));
  expect(daysUntilFull(history, at)).toEqual(days === undefined ? undefined : expect.closeTo(days, 5));
});

test('one reading an hour is kept, for three days', () => {
  let history: readonly DiskReading[] = [];
  for (let minute = 0; minute < 5 * 24 * 60; minute += 10)
    history = addReading(history, { at: minute * 60_000, free: minute });
  expect(history).toHaveLength(72);
  expect(addReading(history, { at: (history.at(-1)?.at ?? 0) + 1, free: 0 })).toBe(history);
});
