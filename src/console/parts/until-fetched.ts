import { Backoff } from '../../timing/backoff.ts';
import { pause } from '../api/connection.ts';

/** What is known after a part of the console could not be fetched. */
interface FailedFetch {
  /** The build that the page runs. */
  own: string;
  /** The build that the control plane serves now; null when it does not answer. */
  served: string | null;
  /** How often it failed although the control plane answers. */
  failures: number;
}

/** Once the control plane answers, one failure may be of a moment. */
const tries = 3;

/**
 * Decides what follows: another try, the page of another build in place of this one, whose parts are gone, or an end. Pure.
 */
export function afterFailure({ own, served, failures }: FailedFetch): 'try again' | 'reload' | 'give up' {
  if (served === null) return 'try again';
  if (served !== own) return 'reload';
  return failures < tries ? 'try again' : 'give up';
}

const waits = { firstMs: 500, maxMs: 5000 };

/** A part of the console is missing, although the control plane answers. */
export class MissingPartError extends Error {}

/** Fetches a part of the console until the control plane answers. Reloads the page where the control plane has another build, while the part is shown. Throws MissingPartError. */
export async function untilFetched<T>(load: () => Promise<T>, isShown: () => boolean): Promise<T> {
  const backoff = new Backoff(waits);
  for (let failures = 0; ; await pause(backoff.next())) {
    try {
      return await load();
    } catch (cause) {
      const served = await servedBuild();
      if (served !== null) failures++;
      const next = afterFailure({ own: ownBuild(), served, failures });
      if (next === 'give up') throw new MissingPartError('a part of the console is missing', { cause });
      if (next === 'reload' && isShown()) {
        window.location.reload();
        // Who stays on the page is not asked again.
        return new Promise<never>(() => undefined);
      }
    }
  }
}

const scriptOf = (page: Document): string | null =>
  page.querySelector('script[type="module"][src]')?.getAttribute('src') ?? null;

/** The build that this page runs, by the name of its script, which says its content. */
const ownBuild = (): string => scriptOf(document) ?? '';

/** Asks which build the control plane serves now; null when it does not answer with a page. */
async function servedBuild(): Promise<string | null> {
  try {
    const answer = await fetch(document.baseURI, { cache: 'no-store', headers: { accept: 'text/html' } });
    return answer.ok ? scriptOf(new DOMParser().parseFromString(await answer.text(), 'text/html')) : null;
  } catch {
    // The caller tries again.
    return null;
  }
}
