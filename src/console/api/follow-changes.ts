import type { QueryClient } from '@tanstack/react-query';
import { SatrapError, UnauthenticatedError } from '../../client/error.ts';
import { ChangesDocument } from '../../client/operations.generated.ts';
import type { Change, ChangeType } from '../../contract/types.generated.ts';
import { Backoff } from '../../timing/backoff.ts';
import type { Api } from './api.ts';
import { pause } from './connection.ts';

/** A type, or an object of a type, that a query depends on. A change to it refetches the query. */
export type Shows = ChangeType | { type: ChangeType; id: string };

const isAffected = (shows: readonly Shows[], changes: readonly Pick<Change, 'type' | 'id'>[]): boolean =>
  changes.some(
    (change) =>
      change.type === 'resync' ||
      shows.some((shown) =>
        typeof shown === 'string'
          ? shown === change.type
          : // A change without an id may concern any object of the type.
            shown.type === change.type && (change.id == null || shown.id === change.id),
      ),
  );

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { shows?: readonly Shows[] };
  }
}

/** Changes are batched for this long, which limits how often a page refetches. */
const gatherMs = 300;
const reopens = { firstMs: 500, maxMs: 10_000 };

/** Refetches queries that changes make stale, until `signal` aborts or the user is signed out. */
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
      // The server closes streams from time to time: the next one starts with `resync`.
      if (!signal.aborted) await pause(50, signal);
    } catch (error) {
      if (signal.aborted) break;
      if (error instanceof UnauthenticatedError) {
        void queries.invalidateQueries();
        break;
      }
      // The membership ended or the organization was deactivated: everything is stale.
      if (error instanceof SatrapError && error.code === 'Forbidden') void queries.invalidateQueries();
      else api.connection.streamLost();
      await pause(backoff.next(), AbortSignal.any([signal, api.connection.returned]));
    }
  }
  clearTimeout(flush);
}
