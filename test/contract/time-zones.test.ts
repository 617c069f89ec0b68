import { expect, test } from 'vitest';
import { isTimeZone, localTime } from '../../src/contract/time-zones.ts';

test.each([
  ['Europe/Berlin', true],
  ['UTC', true],
  ['Mars/Olympus', false],
  ['', false],
  ['+02:00', false],
])('time zone %s is known: %s', (timeZone, isKnown) => {
  expect(isTimeZone(timeZone)).toBe(isKnown);
});

test('shows a moment by the clocks of its time zone', () => {
  expect(localTime(new Date('2026-12-05T01:00:00Z'), 'Europe/Berlin')).toBe('Sat 2026-12-05 02:00 (Europe/Berlin)');
});
