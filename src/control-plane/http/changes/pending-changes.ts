import type { Change } from '../../../contract/types.generated.ts';

/** More than this are not worth naming: their reader fetches everything. */
const maxPending = 200;

/** What one reader has not taken yet: each object once, and never more than a bounded number of them. */
export class PendingChanges {
  readonly #byObject = new Map<string, Change>();
  #isResync = true;

  add(change: Change): void {
    if (this.#isResync) return;
    const object = `${change.type} ${change.id ?? ''}`;
    const revision = change.revision ?? this.#byObject.get(object)?.revision;
    this.#byObject.set(object, { ...change, ...(revision === undefined ? {} : { revision }) });
    if (this.#byObject.size > maxPending) this.resync();
  }

  /** Something was missed: the reader fetches everything. */
  resync(): void {
    this.#isResync = true;
    this.#byObject.clear();
  }

  /** Returns what there is, and forgets it; undefined for nothing. */
  take(): Change[] | undefined {
    if (this.#isResync) {
      this.#isResync = false;
      return [{ type: 'resync' }];
    }
    if (this.#byObject.size === 0) return undefined;
    const changes = [...this.#byObject.values()];
    this.#byObject.clear();
    return changes;
  }
}
