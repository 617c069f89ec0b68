import { addAbortListener } from 'node:events';
import type { WorkloadChange } from '../../src/agent/runtime/runtime.ts';

/** A stream of changes that a test feeds, breaks and reopens. */
export class ChangeStream {
  /** While set, the stream cannot be opened. */
  refusal: Error | undefined;
  /** How often it was opened. */
  opened = 0;
  readonly #waiting: WorkloadChange[] = [];
  #wake: (() => void) | undefined;
  #failure: Error | undefined;

  async *open(signal: AbortSignal, onOpen: () => void): AsyncGenerator<WorkloadChange> {
    if (this.refusal !== undefined) throw this.refusal;
    this.opened++;
    onOpen();
    while (!signal.aborted) {
      if (this.#failure !== undefined) {
        const failure = this.#failure;
        this.#failure = undefined;
        throw failure;
      }
      const change = this.#waiting.shift();
      if (change !== undefined) yield change;
      else await this.#untilWoken(signal);
    }
  }

  send(change: WorkloadChange): void {
    this.#waiting.push(change);
    this.#wake?.();
  }

  /** Ends the open stream. */
  break(failure: Error): void {
    this.#failure = failure;
    this.#wake?.();
  }

  async #untilWoken(signal: AbortSignal): Promise<void> {
    const woken = Promise.withResolvers<void>();
    this.#wake = woken.resolve;
    using _listener = addAbortListener(signal, () => woken.resolve());
    await woken.promise;
  }
}
