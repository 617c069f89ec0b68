import type { Change, ChangeType } from '../../../contract/types.generated.ts';
import type { BusMessage } from '../../platform/bus/message.ts';
import { SetsByKey } from '../../platform/bus/sets-by-key.ts';
import type { PersonalCaller } from '../../request/caller.ts';
import { memberSubscription } from '../../request/operations.ts';
import { isAdmin } from '../../request/permissions.ts';
import type { Resolvers } from '../../request/resolvers.generated.ts';
import type { LiveStream } from '../../request/streams/live-stream.ts';
import type { OpenStreams } from '../../request/streams/open-streams.ts';

export interface ChangesMessage {
  changes: Change[];
}

interface Reader {
  wants(type: ChangeType): boolean;
  pending: PendingChanges;
  wake(): void;
}

/** A person has several windows open. */
const maxStreamsOfCredential = 20;
const maxStreamsOfOrganization = 500;
const forAdmins: readonly ChangeType[] = ['api_key', 'invitation'];

export type Changes = ReturnType<typeof changesTo>;

/** Notifies the people connected to this process which objects of their organization changed, on whichever replica. */
export function changesTo(streams: OpenStreams) {
  const byOrganization = new SetsByKey<Reader>();
  return {
    listen: (caller: PersonalCaller, types: readonly ChangeType[] | null): LiveStream<ChangesMessage> => {
      const { organizationId, credential } = caller;
      const pending = new PendingChanges();
      const wanted = types === null ? null : new Set(types);
      const seesAll = isAdmin(caller);
      let remove: (() => void) | undefined;
      const stream = streams.open<ChangesMessage>({
        caller,
        take: () => {
          const changes = pending.take();
          return changes && { changes };
        },
        onEnd: () => remove?.(),
        limits: [
          { group: `changes ${credential.type} ${credential.id}`, max: maxStreamsOfCredential, whenFull: 'refuse' },
          { group: `changes of ${organizationId}`, max: maxStreamsOfOrganization, whenFull: 'refuse' },
        ],
      });
      remove = byOrganization.add(organizationId, {
        wants: (type) => (wanted === null || wanted.has(type)) && (seesAll || !forAdmins.includes(type)),
        pending,
        wake: () => stream.wake(),
      });
      return stream;
    },
    onMessage: (message: BusMessage) => {
      if (message.kind !== 'changed') return;
      const { organizationId, type, id, revision } = message;
      const readers = organizationId === null ? byOrganization.all() : byOrganization.of(organizationId);
      for (const { wants, pending, wake } of readers) {
        if (!wants(type)) continue;
        pending.add({ type, id, revision });
        wake();
      }
    },
    onGap: () => {
      for (const { pending, wake } of byOrganization.all()) {
        pending.resync();
        wake();
      }
    },
  };
}

/** Beyond this, the reader must fetch everything. */
const maxPending = 200;

/** Changes that a reader has not taken yet: each object once, up to a bound. */
export class PendingChanges {
  readonly #byObject = new Map<string, Change>();
  #isResync = true;

  add(change: Change): void {
    if (this.#isResync) return;
    const object = `${change.type} ${change.id ?? ''}`;
    const revision = change.revision ?? this.#byObject.get(object)?.revision;
    this.#byObject.set(object, { ...change, revision });
    if (this.#byObject.size > maxPending) this.resync();
  }

  resync(): void {
    this.#isResync = true;
    this.#byObject.clear();
  }

  /** Returns and clears the pending changes; undefined if there are none. */
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

export const changeResolvers = ({ changes }: { changes: Changes }): Resolvers => ({
  Subscription: {
    changes: memberSubscription(async ({ types }, { caller }) => changes.listen(caller, types ?? null)),
  },
});
