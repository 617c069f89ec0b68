import type { Clock } from '../../../timing/clock.ts';

const pauseMs = 250;

/** A look at a unit that is starting. */
export interface Look {
  isReady: boolean;
  /** Whether this start has failed. */
  isLost: boolean;
  /** What the unit does to the database before it starts the program; null if nothing. */
  work: string | null;
}

interface AwaitReadyOptions {
  withinMs: number;
  clock: Clock;
  /** Called with the `work` of each that begins. */
  report(work: string): void;
}

/**
 * Waits until a unit is ready, and returns whether it is. A backup and a restore take as long as the database is large,
 * so the time to wait begins when they end.
 */
export async function awaitReady(
  look: () => Promise<Look>,
  { withinMs, clock, report }: AwaitReadyOptions,
): Promise<boolean> {
  const { signal } = new AbortController();
  let deadline = clock.elapsed() + withinMs;
  let reported: string | null = null;
  while (clock.elapsed() < deadline) {
    const { isReady, isLost, work } = await look();
    if (isLost) return false;
    if (isReady) return true;
    if (work !== null) {
      deadline = clock.elapsed() + withinMs;
      if (work !== reported) report(work);
    }
    reported = work;
    await clock.sleep(pauseMs, signal);
  }
  return false;
}
