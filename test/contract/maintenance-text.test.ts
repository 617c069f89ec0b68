import { expect, test } from 'vitest';
import { minutesOf, nextWindowText, readWindow, windowsText, windowText } from '../../src/contract/maintenance-text.ts';

test.each([
  ['Sat,Sun 02:00-05:00 Europe/Berlin', 'Sat,Sun 02:00-05:00', 'Europe/Berlin'],
  ['mon-FRI 23:00-01:30', 'Mon,Tue,Wed,Thu,Fri 23:00-01:30', null],
  ['Sat-Mon 02:00-24:00 UTC', 'Mon,Sat,Sun 02:00-24:00', 'UTC'],
  ['Saturday 02:00-03:00', 'Sat 02:00-03:00', null],
  ['* 02:00-03:00', 'daily 02:00-03:00', null],
  ['daily 02:00-03:00', 'daily 02:00-03:00', null],
])('reads the window %s', (text, shown, timeZone) => {
  const found = readWindow(text);
  expect(found && [windowText(found.window), found.timeZone]).toEqual([shown, timeZone]);
});

test.each([
  '',
  'Sat',
  'Sat 2:00-3:00',
  'Satan 02:00-03:00',
  'Sat-Sun-Mon 02:00-03:00',
  'Sat, 02:00-03:00',
  'constructor 02:00-03:00',
  'Sat 02:00-03:00 UTC Berlin',
  'Sat 02:00-25:00',
  'Sat 24:00-03:00',
  'Sat 02:00-02:00',
])('reads no window from %j', (text) => {
  expect(readWindow(text)).toBeNull();
});

test('shows windows with their time zone', () => {
  const windows = ['Sat,Sun 02:00-05:00', 'Wed 03:00-04:00'].flatMap((text) => readWindow(text)?.window ?? []);
  expect(windowsText({ timeZone: 'UTC', windows })).toBe('Sat,Sun 02:00-05:00, Wed 03:00-04:00 UTC');
});

test.each([
  ['00:00', 0],
  ['24:00', 1440],
  ['24:01', null],
  ['12:60', null],
  ['2:30', null],
  ['02:30 ', null],
])('time %s is minute %s', (time, minutes) => {
  expect(minutesOf(time)).toBe(minutes);
});

test.each([
  ['an open schedule', true, '2026-12-05T04:00:00Z', 'open until Sat 2026-12-05 05:00 (Europe/Berlin)'],
  ['a closed schedule', false, '2026-12-05T01:00:00Z', 'opens Sat 2026-12-05 02:00 (Europe/Berlin)'],
  ['a schedule without an end', true, null, 'always open'],
  ['a schedule that does not open soon', false, null, 'does not open within two weeks'],
])('says when a window opens or closes for %s', (_title, isOpen, changesAt, text) => {
  expect(nextWindowText({ isOpen, changesAt, windows: { timeZone: 'Europe/Berlin' } })).toBe(text);
});
