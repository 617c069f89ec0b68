import type { Change, ChangeType } from '../../../contract/types.generated.ts';
import type { BusListener } from '../../platform/bus/bus.ts';
import type { BusMessage } from '../../platform/bus/message.ts';
import type { PersonalCaller } from '../../request/caller.ts';
import { isAdmin } from '../../request/permissions.ts';
import type { LiveStream } from '../../request/streams/live-stream.ts';
import type { OpenStreams } from '../../request/streams/open-streams.ts';
import { PendingChanges } from './pending-changes.ts';

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
const forAdmins: readonly ChangeType[] = ['apiKey', 'invitation'];

/** Tells the people who are connected to this process which objects of their organization changed, on whichever replica. */
export class Changes implements BusListener {
  readonly #streams: OpenStreams;
  readonly #byOrganization = new Map<string, Set<Reader>>();

  constructor(streams: OpenStreams) {
    this.#streams = streams;
  }

  /** Opens a stream of the changes of these types, null for all of them. Throws `limit_reached`. */
  listen(caller: PersonalCaller, types: readonly ChangeType[] | null): LiveStream<ChangesMessage> {
    const { organizationId, credential } = caller;
    const pending = new PendingChanges();
    const wanted = types === null ? null : new Set(types);
    const seesAll = isAdmin(caller);
    const readers = this.#byOrganization.get(organizationId) ?? new Set();
    const stream = this.#streams.open<ChangesMessage>({
      caller,
      take: () => {
        const changes = pending.take();
        return changes && { changes };
      },
      onEnd: () => {
        readers.delete(reader);
        if (readers.size === 0) this.#byOrganization.delete(organizationId);
      },
      limits: [
        { group: `changes ${credential.type} ${credential.id}`, max: maxStreamsOfCredential, whenFull: 'refuse' },
        { group: `changes of ${organizationId}`, max: maxStreamsOfOrganization, whenFull: 'refuse' },
      ],
    });
    const reader: Reader = {
      wants: (type) => (wanted === null || wanted.has(type)) && (seesAll || !forAdmins.includes(type)),
      pending,
      wake: () => stream.wake(),
    };
    this.#byOrganization.set(organizationId, readers.add(reader));
    return stream;
  }

  onMessage(message: BusMessage): void {
    if (message.kind !== 'changed') return;
    const { organizationId, type, id, revision } = message;
    for (const { wants, pending, wake } of this.#readersOf(organizationId)) {
      if (!wants(type)) continue;
      pending.add({ type, ...(id === undefined ? {} : { id }), ...(revision === undefined ? {} : { revision }) });
      wake();
    }
  }

  onGap(): void {
    for (const { pending, wake } of this.#readersOf(null)) {
      pending.resync();
      wake();
    }
  }

  /** Null for those of all organizations. */
  #readersOf(organizationId: string | null): Iterable<Reader> {
    if (organizationId !== null) return this.#byOrganization.get(organizationId) ?? [];
    return [...this.#byOrganization.values()].flatMap((readers) => [...readers]);
  }
}
