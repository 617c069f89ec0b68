import { setTimeout as delay } from 'node:timers/promises';
import { FollowChangesDocument } from '../contract/operations.generated.ts';
import type { ChangeType } from '../contract/types.generated.ts';
import type { Api } from './api.ts';

/** While there is no stream of changes. */
const pauseMs = 1000;
/** A connection that hangs says nothing of its end. */
const maxSilenceMs = 30_000;

/**
 * Returns a wait that resolves when objects of some types may have changed: by the stream of changes, or after a moment while there is none.
 * `signal` ends what it keeps open.
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
