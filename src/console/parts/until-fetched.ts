import { Backoff } from '../../timing/backoff.ts';
import { pause } from '../api/connection.ts';

interface FailedFetch {
  /** The build of this page. */
  own: string;
  /** The build that the control plane serves; null while unreachable. */
  served: string | null;
  /** Number of failures while the control plane was reachable. */
  failures: number;
  /** Whether a page of this tab was reloaded for a part a moment ago. */
  isReloaded: boolean;
}

/**
 * Decides whether to try again, reload the page, or give up. A page needs to be reloaded if the control plane serves another
 * build, as the parts of this one are gone, and because Chromium fetches a module that failed once no more for this page
 * (crbug.com/40759241): a change of the network during the download is enough.
 */
export function afterFailure({ own, served, failures, isReloaded }: FailedFetch): 'try again' | 'reload' | 'give up' {
  if (served === null) return 'try again';
  if (served !== own) return 'reload';
  if (failures < 3) return 'try again';
  return isReloaded ? 'give up' : 'reload';
}

const waits = { firstMs: 500, maxMs: 5000 };

/** Where this tab keeps when a part of the build that is served last made it reload, in ms since the epoch. */
const reloadedKey = 'satrap.reloaded-for-part';
/** Longer than the tries of one page, so that no page reloads endlessly. */
const reloadedRecentlyMs = 60_000;

const isReloadedRecently = (): boolean =>
  Date.now() - Number(sessionStorage.getItem(reloadedKey) ?? 0) < reloadedRecentlyMs;

/** Part of the console failed to load although the control plane is reachable. */
export class MissingPartError extends Error {}

/**
 * Loads a part of the console, waiting for the control plane where it is unreachable. Reloads the page where only that
 * can help. Throws MissingPartError, or the reason of `left`, which aborts when the part leaves the page.
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
      const own = ownBuild();
      const next = afterFailure({ own, served, failures, isReloaded: isReloadedRecently() });
      if (next === 'give up') throw new MissingPartError('part of the console failed to load', { cause });
      if (next === 'reload') {
        // Reloaded for another build, the page has not tried that build's parts.
        if (served === own) sessionStorage.setItem(reloadedKey, String(Date.now()));
        window.location.reload();
        // Stays pending if the user cancels the reload.
        return new Promise<never>(() => undefined);
      }
    }
  }
}

/** A proxy may keep a request whose control plane is going away. */
const servedBuildTimeoutMs = 10_000;

const scriptOf = (page: Document): string | null =>
  page.querySelector('script[type="module"][src]')?.getAttribute('src') ?? null;

/** Returns the build of this page: the name of its script, which contains a hash. */
const ownBuild = (): string => scriptOf(document) ?? '';

/** Fetches the build that the control plane serves; null if it does not answer with a page. */
async function servedBuild(): Promise<string | null> {
  try {
    const signal = AbortSignal.timeout(servedBuildTimeoutMs);
    const answer = await fetch(document.baseURI, { cache: 'no-store', headers: { accept: 'text/html' }, signal });
    return answer.ok ? scriptOf(new DOMParser().parseFromString(await answer.text(), 'text/html')) : null;
  } catch {
    // The caller tries again.
    return null;
  }
}
