import { availableParallelism, cpus, loadavg } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../../timing/clock.ts';

/** CPU times of all cores since boot, in milliseconds. */
interface ProcessorTimes {
  busy: number;
  idle: number;
}

interface Reading extends ProcessorTimes {
  at: number;
}

/** Long enough that a short burst does not affect the admission of nodes. */
const spanMs = 60_000;

const firstMs = 500;

/** Returns a reader of the CPU load in percent of all cores: over the last minute, or since the first call. */
export function processorLoad(clock: Clock): () => Promise<number> {
  let readings: Reading[] = [];
  const take = (): Reading => {
    const times = cpus().map((core) => core.times);
    const sum = (pick: (core: (typeof times)[number]) => number) => times.reduce((all, core) => all + pick(core), 0);
    const busy = sum(({ user, nice, sys, irq }) => user + nice + sys + irq);
    return { at: clock.elapsed(), busy, idle: sum(({ idle }) => idle) };
  };
  return async () => {
    if (readings.length === 0) {
      readings = [take()];
      await delay(firstMs);
    }
    const now = take();
    readings = withinSpan([...readings, now], now.at);
    return loadBetween(readings[0] ?? now, now);
  };
}

/** Returns the readings of the last minute, and the one before them. */
export function withinSpan<T extends { at: number }>(readings: readonly T[], now: number): T[] {
  const first = readings.findLastIndex(({ at }) => now - at >= spanMs);
  return readings.slice(Math.max(0, first));
}

/** Returns the load between two readings in percent of all cores; 0 if no time passed. */
export function loadBetween(before: ProcessorTimes, after: ProcessorTimes): number {
  const busy = after.busy - before.busy;
  const passed = busy + after.idle - before.idle;
  return passed <= 0 ? 0 : Math.min(100, Math.max(0, (busy / passed) * 100));
}

export const estimateLoad = (): number => Math.min(100, (loadavg()[0] ?? 0) * (100 / availableParallelism()));
