import { setTimeout as delay } from 'node:timers/promises';
import { FollowChangesDocument } from '../contract/operations.generated.ts';
import type { ChangeType } from '../contract/types.generated.ts';
import type { Api } from './api.ts';

/** Polling interval without a change stream. */
const pauseMs = 1000;
/** A hung connection does not report its end. */
const maxSilenceMs = 30_000;

/**
 * Returns a wait that resolves when objects of some types may have changed: through the change stream, or by polling without one. `signal`
 * closes the stream.
 */
export function untilChanged(
  api: Pick<Api, 'subscribe'>,
  types: ChangeType[],
  signal: AbortSignal,
): () => Promise<unknown> {
  let stream: AsyncIterator<unknown> | undefined;
  let next: Promise<IteratorResult<unknown>> | undefined;
  return async () => {
    try {
      stream ??= api.subscribe(FollowChangesDocument, { types }, signal)[Symbol.asyncIterator]();
      next ??= stream.next();
      const result = await Promise.race([next, delay(maxSilenceMs, undefined, { ref: false })]);
      if (result === undefined) return;
      next = undefined;
      if (result.done) stream = undefined;
    } catch {
      stream = undefined;
      next = undefined;
      await delay(pauseMs);
    }
  };
}
