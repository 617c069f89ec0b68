import { type Clock, systemClock } from './clock.ts';

/** Waits until `work` settles, at most `ms` milliseconds. Returns whether it settled. */
export async function endsWithin(work: Promise<unknown>, ms: number, clock: Clock = systemClock): Promise<boolean> {
  const waiting = new AbortController();
  const ended = work.then(
    () => true,
    () => true,
  );
  const timeout = clock.sleep(ms, waiting.signal).then(() => false);
  return Promise.race([ended, timeout]).finally(() => waiting.abort());
}
