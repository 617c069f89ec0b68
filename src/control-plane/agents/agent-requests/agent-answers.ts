import type { BusListener } from '../../platform/bus/bus.ts';
import type { BusMessage } from '../../platform/bus/message.ts';
import { SetsByKey } from '../../platform/bus/sets-by-key.ts';

/** Wakes the readers in this process that wait for an answer, whichever replica received it. */
export class AgentAnswers implements BusListener {
  readonly #wakes = new SetsByKey<() => void>();

  /** Dispose of it to stop listening. */
  listen(requestId: string, wake: () => void): Disposable {
    return { [Symbol.dispose]: this.#wakes.add(requestId, wake) };
  }

  onMessage(message: BusMessage): void {
    if (message.kind === 'answered') for (const wake of this.#wakes.of(message.requestId)) wake();
  }

  onGap(): void {
    for (const wake of this.#wakes.all()) wake();
  }
}
