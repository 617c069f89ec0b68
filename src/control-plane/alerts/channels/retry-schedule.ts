/** Seconds after the first, second … failed attempt: ten attempts over about 76 hours, as Standard Webhooks advises. */
const waits = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400] as const;
/** Spreads retries of deliveries that failed together. */
const jitter = 0.1;
/** Limit of a receiver's Retry-After, in seconds. */
const maxRetryAfter = 86_400;

/** Returns seconds until the next attempt; null after the last. A receiver's Retry-After is honored within bounds. */
export function secondsToNextTry(
  failedTries: number,
  retryAfterSeconds: number | null,
  random: () => number = Math.random,
): number | null {
  const wait = waits[failedTries - 1];
  if (wait === undefined) return null;
  return Math.max(wait * (1 + random() * jitter), Math.min(retryAfterSeconds ?? 0, maxRetryAfter));
}

/** Parses Retry-After, as seconds or an HTTP date. Returns whole seconds from now, or null. */
export function readRetryAfter(header: string | undefined, now: Date): number | null {
  if (header === undefined) return null;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header);
  const at = /GMT$/.test(header.trim()) ? Date.parse(header) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now.getTime()) / 1000));
}
