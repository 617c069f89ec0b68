import type { Clock } from '../timing/clock.ts';

/** By then, the work of the start is complete, such as each job's first run. */
const settleMs = 5000;

/**
 * Collects garbage once after the start: parsing and compiling leave about as much garbage as live data, and V8 would keep it until the heap
 * doubles, which takes days at rest. `collect` is Node's `gc`, enabled with `--expose-gc` in `scripts/satrap`.
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
