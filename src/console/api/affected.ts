import type { Change, ChangeType } from '../../contract/types.generated.ts';

/** What a query shows: a type of objects, or one of them. It is fetched again when that changes. */
export type Shows = ChangeType | { type: ChangeType; id: string };

/** Returns whether what a query shows may be out of date after some changes. Pure. */
export function isAffected(shows: readonly Shows[], changes: readonly Pick<Change, 'type' | 'id'>[]): boolean {
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
