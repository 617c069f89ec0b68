import type { BusListener } from '../../platform/bus/bus.ts';
import type { BusMessage } from '../../platform/bus/message.ts';

/** Wakes the readers in this process that wait for an answer, whichever replica received it. */
export class AgentAnswers implements BusListener {
  readonly #wakes = new Map<string, Set<() => void>>();

  /** Dispose of it to stop listening. */
  listen(requestId: string, wake: () => void): Disposable {
    const wakes = this.#wakes.get(requestId) ?? new Set();
    this.#wakes.set(requestId, wakes.add(wake));
    return {
      [Symbol.dispose]: () => {
        wakes.delete(wake);
        if (wakes.size === 0 && this.#wakes.get(requestId) === wakes) this.#wakes.delete(requestId);
      },
    };
  }

  onMessage(message: BusMessage): void {
    if (message.kind === 'answered') for (const wake of this.#wakes.get(message.requestId) ?? []) wake();
  }

  onGap(): void {
    for (const wakes of this.#wakes.values()) for (const wake of wakes) wake();
  }
}
