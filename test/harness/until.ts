import { setTimeout as delay } from 'node:timers/promises';

/** Calls `look`, ever less often unless `everyMs` is given, until it returns something. */
export async function until<T>(
  what: string,
  look: () => Promise<T | undefined | null | false> | T | undefined | null | false,
  withinMs = 120_000,
  everyMs?: number,
): Promise<T> {
  let last: unknown;
  const begun = Date.now();
  while (Date.now() < begun + withinMs) {
    const lookedAt = Date.now();
    const found = await look();
    if (found !== undefined && found !== null && found !== false) return found;
    last = found;
    const now = Date.now();
    await delay(everyMs ?? pauseMs({ waitedMs: now - begun, lookMs: now - lookedAt }));
  }
  throw new Error(`timed out after ${withinMs} ms, waiting until ${what} (last seen: ${JSON.stringify(last)})`);
}

/** Delays the result by at most a twentieth of the wait. */
const pauseMs = ({ waitedMs, lookMs }: { waitedMs: number; lookMs: number }): number =>
  Math.max(50, Math.min(250, waitedMs / 20), Math.min(500, lookMs));
