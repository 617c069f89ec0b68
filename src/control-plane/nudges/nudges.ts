import { NudgeStream } from './nudge-stream.ts';

/** Minutes after which a stream ends and its agent comes again: what it may hear is judged when it begins. */
const oldest = 15;

/**
 * Tells agents that something about their executor changed. Only those that are connected to this process hear it; the heartbeat brings
 * everything else.
 */
export class Nudges {
  readonly #streams = new Set<NudgeStream>();
  readonly #oldestMs: number;

  constructor(oldestMs = oldest * 60_000) {
    this.#oldestMs = oldestMs;
  }

  /** How many streams are open. */
  get size(): number {
    return this.#streams.size;
  }

  nudge(executorId: string): void {
    const at = new Date().toISOString();
    for (const stream of this.#streams) if (stream.executorId === executorId) stream.nudge(at);
  }

  listen(executorId: string, keyId: string): NudgeStream {
    // Not all of one age at once: after a restart, all agents come together.
    const age = this.#oldestMs * (0.7 + Math.random() * 0.3);
    const timer = setTimeout(() => stream.end(), age).unref();
    const stream = new NudgeStream(executorId, keyId, () => {
      clearTimeout(timer);
      this.#streams.delete(stream);
    });
    this.#streams.add(stream);
    return stream;
  }

  /** Ends what was opened with an API key that is worth nothing any more. */
  endOfKey(keyId: string): void {
    for (const stream of this.#streams) if (stream.keyId === keyId) stream.end();
  }

  /** Ends what listens for an executor that is no more; its agent comes again under the executor’s new id. */
  endOfExecutor(executorId: string): void {
    for (const stream of this.#streams) if (stream.executorId === executorId) stream.end();
  }
}
