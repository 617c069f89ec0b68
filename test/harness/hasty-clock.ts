import { type Clock, systemClock } from '../../src/timing/clock.ts';

/** A clock whose waits take only a fraction of their time; `sleeps` records their intended lengths in milliseconds. */
export const hastyClock = (factor: number, sleeps: number[] = []): Clock => ({
  now: systemClock.now,
  elapsed: systemClock.elapsed,
  sleep: (ms, signal) => {
    sleeps.push(ms);
    return systemClock.sleep(ms / factor, signal);
  },
});
