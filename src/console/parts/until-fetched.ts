import { Backoff } from '../../timing/backoff.ts';
import { pause } from '../api/pause.ts';
import { afterFailure } from './after-failure.ts';
import { ownBuild, servedBuild } from './builds.ts';
import { MissingPartError } from './missing-part.ts';

const waits = { firstMs: 500, maxMs: 5000 };

interface FetchOptions {
  /** Called when the control plane does not answer. */
  onAway: () => void;
  signal: AbortSignal;
}

/**
 * Fetches a part of the console, again and again while the control plane is away, until `signal` aborts. Where the control plane has another
 * build by now, the page is loaded anew. Throws MissingPartError.
 */
export async function untilFetched(fetchPart: () => Promise<void>, { onAway, signal }: FetchOptions): Promise<void> {
  const backoff = new Backoff(waits);
  let failures = 0;
  while (!signal.aborted) {
    try {
      return await fetchPart();
    } catch (cause) {
      const served = await servedBuild(signal);
      if (signal.aborted) return;
      if (served === null) onAway();
      else failures++;
      const next = afterFailure({ own: ownBuild(), served, failures });
      if (next === 'give up') throw new MissingPartError('a part of the console is missing', { cause });
      if (next === 'reload') window.location.reload();
    }
    await pause(backoff.next(), signal);
  }
}
