import { expect, test } from 'vitest';
import { readWindow } from '../../../src/contract/maintenance-text.ts';
import { type WeeklyWindows, windowState } from '../../../src/control-plane/rollouts/maintenance-windows.ts';

/** Windows from texts such as `Sat,Sun 02:00-05:00`. */
const weekly = (timeZone: string, ...texts: string[]): WeeklyWindows => ({
  timeZone,
  windows: texts.map((text) => readWindow(text)?.window ?? { days: [], from: '', to: '' }),
});
const state = (now: string, ...all: WeeklyWindows[]) => {
  const { isOpen, until } = windowState(all, new Date(now));
  return [isOpen, until?.toISOString().slice(0, 16) ?? null];
};

// 2026-12-05 is a Saturday. Berlin is at UTC+1 in winter and UTC+2 in summer: 2026-03-29 and 2026-10-25 are the changes.
test.each([
  ['before it opens', '2026-12-04T20:00:00Z', ['Sat 02:00-05:00'], [false, '2026-12-05T01:00']],
  ['at its start', '2026-12-05T01:00:00Z', ['Sat 02:00-05:00'], [true, '2026-12-05T04:00']],
  ['a second before its end', '2026-12-05T03:59:59Z', ['Sat 02:00-05:00'], [true, '2026-12-05T04:00']],
  ['at its end', '2026-12-05T04:00:00Z', ['Sat 02:00-05:00'], [false, '2026-12-12T01:00']],
  ['before midnight, over midnight', '2026-12-05T22:30:00Z', ['Sat 23:00-01:30'], [true, '2026-12-06T00:30']],
  ['after midnight, over midnight', '2026-12-06T00:29:00Z', ['Sat 23:00-01:30'], [true, '2026-12-06T00:30']],
  [
    'on the morning of its day, over midnight',
    '2026-12-05T00:00:00Z',
    ['Sat 23:00-01:30'],
    [false, '2026-12-05T22:00'],
  ],
  ['that ends at 24:00', '2026-12-05T22:59:00Z', ['Sat 22:00-24:00'], [true, '2026-12-05T23:00']],
  ['that ends at 24:00, at midnight', '2026-12-05T23:00:00Z', ['Sat 22:00-24:00'], [false, '2026-12-12T21:00']],
  [
    'that another one continues',
    '2026-12-05T22:00:00Z',
    ['Sat 22:00-24:00', 'Sun 00:00-02:00'],
    [true, '2026-12-06T01:00'],
  ],
  ['of a whole day', '2026-12-05T12:00:00Z', ['Sat 00:00-24:00'], [true, '2026-12-05T23:00']],
  ['of every day', '2026-12-05T12:00:00Z', ['daily 00:00-24:00'], [true, null]],
] as const)('knows a window %s', (_title, now, texts, expected) => {
  expect(state(now, weekly('Europe/Berlin', ...texts))).toEqual(expected);
});

test.each([
  // At 02:00 the clocks show 03:00.
  ['skipped window does not open', '2026-03-28T12:00:00Z', 'Sun 02:15-02:45', [false, '2026-04-05T00:15']],
  [
    'skipped start opens when the clocks change',
    '2026-03-29T00:59:00Z',
    'Sun 02:30-05:00',
    [false, '2026-03-29T01:00'],
  ],
  ['skipped end closes when the clocks change', '2026-03-29T00:30:00Z', 'Sun 01:00-02:30', [true, '2026-03-29T01:00']],
  ['window over the skipped hour is shorter', '2026-03-29T00:30:00Z', 'Sun 01:00-04:00', [true, '2026-03-29T02:00']],
  // At 03:00 the clocks show 02:00 again.
  ['repeated window opens', '2026-10-24T23:00:00Z', 'Sun 02:30-02:45', [false, '2026-10-25T00:30']],
  ['repeated window opens again', '2026-10-25T00:50:00Z', 'Sun 02:30-02:45', [false, '2026-10-25T01:30']],
  ['window closes while its start repeats', '2026-10-25T00:45:00Z', 'Sun 02:30-03:30', [true, '2026-10-25T01:00']],
  ['window over the repeated hour is longer', '2026-10-24T23:30:00Z', 'Sun 01:00-04:00', [true, '2026-10-25T03:00']],
] as const)('daylight saving › a %s', (_title, now, text, expected) => {
  expect(state(now, weekly('Europe/Berlin', text))).toEqual(expected);
});

test('counts days in the time zone of the window', () => {
  // Saturday in Auckland, Friday in UTC.
  expect(state('2026-12-04T12:30:00Z', weekly('Pacific/Auckland', 'Sat 01:00-02:00'))).toEqual([
    true,
    '2026-12-04T13:00',
  ]);
});

test('several schedules are open together only', () => {
  const both = [weekly('Europe/Berlin', 'Sat 02:00-05:00'), weekly('UTC', 'Sat 03:00-06:00')];
  expect(state('2026-12-05T02:00:00Z', ...both)).toEqual([false, '2026-12-05T03:00']);
  expect(state('2026-12-05T03:30:00Z', ...both)).toEqual([true, '2026-12-05T04:00']);
});

test('schedules that are never open together have no next moment', () => {
  const never = [weekly('UTC', 'Sat 02:00-03:00'), weekly('UTC', 'Sun 02:00-03:00')];
  expect(state('2026-12-05T02:30:00Z', ...never)).toEqual([false, null]);
});
