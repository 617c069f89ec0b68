import type { QueryClient } from '@tanstack/react-query';
import { SatrapError, UnauthenticatedError } from '../../client/error.ts';
import { ChangesDocument } from '../../client/operations.generated.ts';
import type { Change, ChangeType } from '../../contract/types.generated.ts';
import { Backoff } from '../../timing/backoff.ts';
import type { Api } from './api.ts';
import { pause } from './connection.ts';

/** What a query shows: a type of objects, or one of them. It is fetched again when that changes. */
export type Shows = ChangeType | { type: ChangeType; id: string };

/** Returns whether what a query shows may be out of date after some changes. */
function isAffected(shows: readonly Shows[], changes: readonly Pick<Change, 'type' | 'id'>[]): boolean {
  return changes.some(
    (change) =>
      change.type === 'resync' ||
      shows.some((shown) =>
        typeof shown === 'string'
          ? shown === change.type
          : // A change without an id may be of any object.
            shown.type === change.type && (change.id == null || shown.id === change.id),
      ),
  );
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { shows?: readonly Shows[] };
  }
}

/** Many changes at once are one reason to fetch: a page is fetched again at most so often. */
const gatherMs = 300;
const reopens = { firstMs: 500, maxMs: 10_000 };

/** Fetches again what a change makes out of date, until `signal` aborts or nobody is signed in any more. */
export async function followChanges(api: Api, queries: QueryClient, signal: AbortSignal): Promise<void> {
  const backoff = new Backoff(reopens);
  const gathered: Pick<Change, 'type' | 'id'>[] = [];
  let flush: ReturnType<typeof setTimeout> | undefined;
  const take = (change: Pick<Change, 'type' | 'id'>) => {
    gathered.push(change);
    flush ??= setTimeout(() => {
      flush = undefined;
      const changes = gathered.splice(0);
      const predicate = ({ meta }: { meta?: { shows?: readonly Shows[] } | undefined }) =>
        isAffected(meta?.shows ?? [], changes);
      void queries.invalidateQueries({ predicate });
    }, gatherMs);
  };
  while (!signal.aborted) {
    try {
      for await (const { changes } of api.stream(ChangesDocument, {}, signal)) {
        backoff.reset();
        api.connection.streamHeard();
        for (const change of changes ?? []) take(change);
      }
      // It ended as it must from time to time: the next one begins with `resync`.
      if (!signal.aborted) await pause(50, signal);
    } catch (error) {
      if (signal.aborted) break;
      if (error instanceof UnauthenticatedError) {
        void queries.invalidateQueries();
        break;
      }
      // The membership has ended, or the organization was deactivated: whatever is shown is out of date.
      if (error instanceof SatrapError && error.code === 'Forbidden') void queries.invalidateQueries();
      else api.connection.streamLost();
      await pause(backoff.next(), AbortSignal.any([signal, api.connection.returned]));
    }
  }
  clearTimeout(flush);
}
