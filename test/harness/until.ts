import { setTimeout as delay } from 'node:timers/promises';

/** Calls `look` until it returns something, and returns that. Fails after `withinMs` and shows what it returned last. */
export async function until<T>(
  what: string,
  look: () => Promise<T | undefined | null | false> | T | undefined | null | false,
  withinMs = 60_000,
  everyMs = 50,
): Promise<T> {
  let last: unknown;
  for (const deadline = Date.now() + withinMs; Date.now() < deadline; await delay(everyMs)) {
    const found = await look();
    if (found !== undefined && found !== null && found !== false) return found;
    last = found;
  }
  throw new Error(`timed out after ${withinMs} ms, waiting until ${what} (last seen: ${JSON.stringify(last)})`);
}
