import type { SlotLimits } from './fair-slots.ts';

/** The first version with 16 threads instead of 4, as getnetworkinfo has it. */
const manyThreadsVersion = 290_000;

/** The default of earlier versions, and what is assumed of a daemon that was not asked yet. */
export const fewestThreads = 4;

/** The default of a daemon's `rpcthreads`. */
export const defaultThreads = (version: number): number => (version < manyThreadsVersion ? fewestThreads : 16);

/**
 * Returns the slots of a daemon by its RPC threads, without the one that Satrap adds for the agent, which the gateway's own
 * calls share. Calls that wait have a quarter, heavy ones half of the rest, and each kind at least one.
 */
export function slotLimits(threads: number): SlotLimits {
  const waiting = Math.floor(threads / 4);
  const total = Math.max(1, threads - Math.max(1, waiting));
  return { total, heavy: Math.max(1, Math.ceil(total / 2)), waiting: Math.max(1, waiting), queued: 500 };
}
