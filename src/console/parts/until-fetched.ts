import { Backoff } from '../../timing/backoff.ts';
import { pause } from '../api/connection.ts';

interface FailedFetch {
  /** The build of this page. */
  own: string;
  /** The build that the control plane serves; null while unreachable. */
  served: string | null;
  /** Number of failures while the control plane was reachable: they may be transient. */
  failures: number;
}

/** Decides whether to try again, reload into the new build (the parts of this one are gone), or give up. */
export function afterFailure({ own, served, failures }: FailedFetch): 'try again' | 'reload' | 'give up' {
  if (served === null) return 'try again';
  if (served !== own) return 'reload';
  return failures < 3 ? 'try again' : 'give up';
}

const waits = { firstMs: 500, maxMs: 5000 };

/** Part of the console failed to load although the control plane is reachable. */
export class MissingPartError extends Error {}

/**
 * Loads a part of the console, waiting for the control plane where it is unreachable. Reloads the page if the control plane serves another
 * build. Throws MissingPartError, or the reason of `left`, which aborts when the part leaves the page.
 */
export async function untilFetched<T>(load: () => Promise<T>, left: AbortSignal): Promise<T> {
  const backoff = new Backoff(waits);
  for (let failures = 0; ; await pause(backoff.next(), left)) {
    try {
      return await load();
    } catch (cause) {
      left.throwIfAborted();
      const served = await servedBuild();
      left.throwIfAborted();
      if (served !== null) failures++;
      const next = afterFailure({ own: ownBuild(), served, failures });
      if (next === 'give up') throw new MissingPartError('part of the console failed to load', { cause });
      if (next === 'reload') {
        window.location.reload();
        // Stays pending if the user cancels the reload.
        return new Promise<never>(() => undefined);
      }
    }
  }
}

const scriptOf = (page: Document): string | null =>
  page.querySelector('script[type="module"][src]')?.getAttribute('src') ?? null;

/** Returns the build of this page: the name of its script, which contains a hash. */
const ownBuild = (): string => scriptOf(document) ?? '';

/** Fetches the build that the control plane serves; null if it does not answer with a page. */
async function servedBuild(): Promise<string | null> {
  try {
    const answer = await fetch(document.baseURI, { cache: 'no-store', headers: { accept: 'text/html' } });
    return answer.ok ? scriptOf(new DOMParser().parseFromString(await answer.text(), 'text/html')) : null;
  } catch {
    // The caller tries again.
    return null;
  }
}
