import { setImmediate as turn } from 'node:timers/promises';
import { beforeEach, expect, test } from 'vitest';
import { WantedUpgrade } from '../../../src/agent/upgrade/wanted-upgrade.ts';
import type { DesiredUpgrade } from '../../../src/contract/types.generated.ts';
import { VirtualClock } from '../../harness/virtual-clock.ts';

const minute = 60_000;
const never = new AbortController().signal;
let clock: VirtualClock;
let wanted: WantedUpgrade;

beforeEach(() => {
  clock = new VirtualClock(Date.parse('2026-11-01T00:00:00Z'));
  wanted = new WantedUpgrade(clock);
});

const advance = (ms: number) => clock.passUntil(clock.elapsed() + ms);

const request = (requestId: string, minutes = 30): DesiredUpgrade => ({
  ...{ requestId, targetVersion: '1.1.0', channel: 'stable', artifact: null, image: null },
  deadline: new Date(clock.now() + minutes * minute).toISOString(),
});

test.each([0, -1, 1])(
  'work goes on while the control plane is away, until the deadline; a clock that is set by %i days changes nothing',
  async (days) => {
    wanted.accept(request('a'));
    const work = wanted.whileWanted('a', never);
    clock.step(days * 24 * 60 * minute);
    await advance(29 * minute);
    expect(work.signal.aborted).toBe(false);
    await advance(2 * minute);
    expect(work.signal.aborted).toBe(true);
    // The request may have been cancelled: it does not start again before an answer confirms it.
    expect(wanted.current).toBeUndefined();
  },
);

test('a deadline that has passed by the clock of this host counts less than an answer that names the request', async () => {
  const late = request('a', -60);
  wanted.accept(late);
  const work = wanted.whileWanted('a', never);
  for (let minutes = 0; minutes < 10; minutes++) {
    await advance(minute);
    wanted.accept(late);
  }
  expect(work.signal.aborted).toBe(false);
  await advance(3 * minute);
  expect(work.signal.aborted).toBe(true);
});

test('work ends with a request that was taken back, and with another request', () => {
  for (const next of [null, request('b')]) {
    wanted.accept(request('a'));
    const work = wanted.whileWanted('a', never);
    wanted.accept(next);
    expect(work.signal.aborted).toBe(true);
  }
});

test('a request is confirmed by the answer to a heartbeat that began afterwards', async () => {
  wanted.accept(request('a'));
  let asked = 0;
  let isConfirmed = false;
  void wanted
    .confirmed('a', never, () => asked++)
    .then(() => {
      isConfirmed = true;
    });
  for (const expected of [false, true]) {
    wanted.accept(request('a'));
    for (let turns = 0; turns < 10; turns++) await turn();
    expect(isConfirmed).toBe(expected);
  }
  expect(asked).toBeGreaterThan(1);
});
