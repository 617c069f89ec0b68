import type { Clock } from '../timing/clock.ts';

/** What a start begins, such as the first run of each job, has ended by then. */
const settleMs = 5000;

/**
 * Collects garbage once, when a program has started: parsing and compiling leave about as much as the program keeps, and V8 would hold on to
 * that until the heap has doubled, which at rest takes days. `collect` is Node's `gc`, which `--expose-gc` of `scripts/satrap` brings.
 */
export async function releaseStartMemory({
  clock,
  signal,
  collect = globalThis.gc,
}: {
  clock: Clock;
  signal: AbortSignal;
  collect?: NodeJS.GCFunction | undefined;
}): Promise<void> {
  if (collect === undefined) return;
  await clock.sleep(settleMs, signal);
  if (!signal.aborted) await collect({ type: 'major', execution: 'async' });
}
