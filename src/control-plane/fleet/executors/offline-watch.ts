/** A moment on both clocks of a process. `elapsed` stands still while the machine sleeps, and `now` may be set by somebody. */
export interface Moment {
  /** Milliseconds since the Unix epoch. */
  now: number;
  /** Milliseconds that never step. */
  elapsed: number;
}

/** A stall that is shorter than this loses no heartbeat: an executor is given a little more than three intervals. */
const toleratedSeconds = 2;

/** What is known from one look for silent executors to the next. */
export interface OfflineWatch {
  /** The last look that succeeded. */
  lastLook: Moment;
  /** Since when every heartbeat could be recorded, in elapsed milliseconds. Silence before proves nothing. */
  since: number;
}

/** Begins the watch. No heartbeat could arrive before: every agent first gets the time to report. */
export const beginWatch = (at: Moment): OfflineWatch => ({ lastLook: at, since: at.elapsed });

/**
 * Returns since when the watch is without a gap, given that the next look comes `at` this moment. A look that comes more than a period late
 * begins it again: the process stalled, the machine slept, or the database was away, so that no heartbeat could be recorded.
 */
export function watchedSince({ lastLook, since }: OfflineWatch, at: Moment, everySeconds: number): number {
  const sinceLastLook = Math.max(at.now - lastLook.now, at.elapsed - lastLook.elapsed);
  const lateSeconds = sinceLastLook / 1000 - everySeconds;
  return lateSeconds > Math.max(everySeconds, toleratedSeconds) ? at.elapsed : since;
}
