import type { NodeLogChunk } from '../../contract/types.generated.ts';
import type { BusListener } from '../bus/bus.ts';
import type { BusMessage } from '../bus/message.ts';
import type { Database } from '../database/database.ts';
import type { PersonalCaller } from '../request/caller.ts';
import type { LiveStream } from '../streams/live-stream.ts';
import type { OpenStreams } from '../streams/open-streams.ts';
import { takeChunk, watch } from './watch-session.ts';

export interface LogMessage {
  nodeLog: NodeLogChunk;
}

/** A session expires when it is not watched for three times as long. */
const watchEveryMs = 10_000;
const maxReadersOfCredential = 20;

/**
 * The people who follow a log through this process. A chunk waits in the database until its reader is ready for it, so that a slow one
 * costs no memory, and holds its agent back.
 */
export class LogReaders implements BusListener {
  readonly #streams: OpenStreams;
  readonly #wakes = new Map<string, () => void>();

  constructor(streams: OpenStreams) {
    this.#streams = streams;
  }

  /** Reads a session; a former reader of it ends. Throws `limit_reached`. */
  read(database: Database, caller: PersonalCaller, sessionId: string): LiveStream<LogMessage> {
    const told = { isOnline: true };
    let notice: string | null = null;
    const { credential } = caller;
    const stream = this.#streams.open<LogMessage>({
      caller,
      take: async () => {
        if (notice !== null) {
          const nodeLog = { sequence: null, lines: [], dropped: 0, notice };
          notice = null;
          return { nodeLog };
        }
        const chunk = await takeChunk(database, sessionId);
        return chunk && { nodeLog: chunk };
      },
      onEnd: () => {
        clearInterval(timer);
        if (this.#wakes.get(sessionId) === wake) this.#wakes.delete(sessionId);
      },
      limits: [
        { group: `log ${sessionId}`, max: 1, whenFull: 'end-oldest' },
        { group: `logs ${credential.type} ${credential.id}`, max: maxReadersOfCredential, whenFull: 'refuse' },
      ],
    });
    const look = async () => {
      const session = await watch(database, sessionId);
      if (session === undefined) return stream.end();
      if (session.online !== told.isOnline) {
        notice = session.online
          ? `${session.executorName} is online again`
          : `${session.executorName} is offline; the log continues when it is back`;
      }
      told.isOnline = session.online;
      // Also for a message that was missed.
      wake();
    };
    // While the database is away there is nothing to read; the next look finds out.
    const timer = setInterval(() => void look().catch(() => undefined), watchEveryMs).unref();
    const wake = () => stream.wake();
    this.#wakes.set(sessionId, wake);
    return stream;
  }

  onMessage(message: BusMessage): void {
    if (message.kind === 'log') this.#wakes.get(message.sessionId)?.();
  }

  onGap(): void {
    for (const wake of this.#wakes.values()) wake();
  }
}
