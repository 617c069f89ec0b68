import { setTimeout as delay } from 'node:timers/promises';

/** Looks again and again until there is something, and fails after `withinMs` with what was seen last. */
export async function until<T>(
  what: string,
  look: () => Promise<T | undefined | null | false> | T | undefined | null | false,
  withinMs = 30_000,
  everyMs = 50,
): Promise<T> {
  let seen: unknown;
  for (const deadline = Date.now() + withinMs; Date.now() < deadline; await delay(everyMs)) {
    const found = await look();
    if (found !== undefined && found !== null && found !== false) return found;
    seen = found;
  }
  throw new Error(`${withinMs} ms were not enough until ${what} (seen last: ${JSON.stringify(seen)})`);
}
