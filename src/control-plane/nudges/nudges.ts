import { NudgeStream } from './nudge-stream.ts';

/** A stream ends at this age and its agent connects again: permission is checked only when a stream begins. */
const maxAgeMinutes = 15;

/** Streams that a key may have open for one executor; its one agent needs one. */
const maxStreams = 5;

/**
 * Tells agents that something about their executor changed. Only agents connected to this process hear it; the others learn of it with
 * their next heartbeat.
 */
export class Nudges {
  readonly #streams = new Set<NudgeStream>();
  readonly #maxAgeMs: number;
  #ended = false;

  constructor(maxAgeMs = maxAgeMinutes * 60_000) {
    this.#maxAgeMs = maxAgeMs;
  }

  /** The number of open streams. */
  get size(): number {
    return this.#streams.size;
  }

  nudge(executorId: string): void {
    const at = new Date().toISOString();
    for (const stream of this.#streams) if (stream.executorId === executorId) stream.nudge(at);
  }

  /** Opens a stream, and ends the oldest one of this key and executor when there are too many: its agent has forgotten it. */
  listen(executorId: string, keyId: string): NudgeStream {
    const open = [...this.#streams].filter((stream) => stream.executorId === executorId && stream.keyId === keyId);
    if (open.length >= maxStreams) open[0]?.end();
    // Spread, because all agents connect at once after a restart.
    const ageMs = this.#maxAgeMs * (0.7 + Math.random() * 0.3);
    const timer = setTimeout(() => stream.end(), ageMs).unref();
    const stream = new NudgeStream(executorId, keyId, () => {
      clearTimeout(timer);
      this.#streams.delete(stream);
    });
    this.#streams.add(stream);
    if (this.#ended) stream.end();
    return stream;
  }

  /** Ends the streams that were opened with a deleted API key. */
  endOfKey(keyId: string): void {
    for (const stream of this.#streams) if (stream.keyId === keyId) stream.end();
  }

  /** Ends the streams of a deleted executor; its agent connects again under the executor’s new id. */
  endOfExecutor(executorId: string): void {
    for (const stream of this.#streams) if (stream.executorId === executorId) stream.end();
  }

  /** Ends every stream, and each that is still to come: the server ends. */
  end(): void {
    this.#ended = true;
    for (const stream of this.#streams) stream.end();
  }
}
