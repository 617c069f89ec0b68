/** Seconds to wait after the first, second, … failed try. Ten tries over about 76 hours, as the Standard Webhooks specification advises. */
const waits = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400] as const;
/** The part of a wait by which it may be longer, so that what failed together does not come back together. */
const jitter = 0.1;
/** A receiver cannot put a delivery off for longer, in seconds. */
const maxRetryAfter = 86_400;

/**
 * Returns the seconds until the next try after so many failed ones, or null when that was the last. A receiver that asks for more time gets
 * it, within bounds. Pure.
 */
export function secondsToNextTry(
  failedTries: number,
  retryAfterSeconds: number | null,
  random: () => number = Math.random,
): number | null {
  const wait = waits[failedTries - 1];
  if (wait === undefined) return null;
  return Math.max(wait * (1 + random() * jitter), Math.min(retryAfterSeconds ?? 0, maxRetryAfter));
}

/** Reads a `Retry-After` header: seconds, or an HTTP date. Returns whole seconds from now, or null for anything else. */
export function readRetryAfter(header: string | undefined, now: Date): number | null {
  if (header === undefined) return null;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header);
  const at = /GMT$/.test(header.trim()) ? Date.parse(header) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now.getTime()) / 1000));
}
