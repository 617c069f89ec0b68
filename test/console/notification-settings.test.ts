import { describe, expect, test } from 'vitest';
import {
  atLocal,
  changedThresholds,
  localInput,
  type Mute,
  mutedUntil,
  muteOf,
  typedOf,
} from '../../src/console/pages/notifications/settings.ts';

describe('thresholds', () => {
  test('show a stale tip in minutes, and send only what was changed', () => {
    const typed = typedOf({ noPeersMinutes: 10, tipProbability: 0.0001, memoryPercent: null });
    expect(typed).toEqual({ noPeersMinutes: 10, tipProbability: 92 });
    expect(changedThresholds(typed, typed)).toEqual({});
    expect(changedThresholds(typed, { noPeersMinutes: '', tipProbability: 92 })).toEqual({ noPeersMinutes: null });
    const { tipProbability } = changedThresholds(typed, { ...typed, tipProbability: 120 });
    expect(tipProbability).toBeCloseTo(Math.exp(-12), 12);
  });

  test.each([30, 276])('of a tip that is stale after %d minutes are within the bounds', (minutes) => {
    const { tipProbability } = changedThresholds({}, { tipProbability: minutes });
    expect(tipProbability).toBeLessThanOrEqual(0.05);
    expect(tipProbability).toBeGreaterThanOrEqual(1e-12);
  });
});

test.each<[{ muted: boolean; mutedUntil: string | null } | null, Mute, string | null]>([
  [null, 'no', null],
  [{ muted: false, mutedUntil: null }, 'no', null],
  [{ muted: true, mutedUntil: null }, 'ever', null],
  [{ muted: true, mutedUntil: '2026-01-01T05:00:00.000Z' }, 'as-is', '2026-01-01T05:00:00.000Z'],
])('the mute of %j is %s, and stays when it is saved again', (override, mute, until) => {
  expect(muteOf(override)).toBe(mute);
  expect(mutedUntil(mute, override, 0)).toBe(until);
});

test('a mute for a day ends in a day', () => {
  expect(mutedUntil('day', null, 0)).toBe('1970-01-02T00:00:00.000Z');
});

test('an instant in the field of a form is the same instant, to the minute', () => {
  expect(atLocal(localInput(1_767_225_720_000))).toBe(1_767_225_720_000);
  expect(atLocal('')).toBeNull();
  expect(atLocal('nonsense')).toBeNull();
});
