import { type Clock, systemClock } from '../../timing/clock.ts';
import { Notify } from '../../timing/notify.ts';
import type { BusListener } from '../bus/bus.ts';
import type { BusMessage } from '../bus/message.ts';

/** Someone waits for the explanation of a node. */
interface Waiting extends Disposable {
  /** Resolves when the node was explained since the last call, or after `ms` milliseconds. */
  answered(ms: number): Promise<void>;
}

/** Wakes those who wait in this process for the explanation of a node, whichever replica its agent answered. */
export class Answers implements BusListener {
  readonly #clock: Clock;
  readonly #waiting = new Map<string, Set<Notify>>();

  constructor(clock: Clock = systemClock) {
    this.#clock = clock;
  }

  /** Begins to listen; dispose of it to end that. */
  expect(nodeId: string): Waiting {
    const notify = new Notify(this.#clock);
    const waiting = this.#waiting.get(nodeId) ?? new Set();
    this.#waiting.set(nodeId, waiting.add(notify));
    return {
      answered: async (ms) => {
        await notify.wait(ms, new AbortController().signal);
      },
      [Symbol.dispose]: () => {
        waiting.delete(notify);
        if (waiting.size === 0 && this.#waiting.get(nodeId) === waiting) this.#waiting.delete(nodeId);
      },
    };
  }

  onMessage(message: BusMessage): void {
    if (message.kind !== 'explained') return;
    for (const notify of this.#waiting.get(message.nodeId) ?? []) notify.notify();
  }

  /** Whoever waits looks into the database. */
  onGap(): void {
    for (const waiting of this.#waiting.values()) for (const notify of waiting) notify.notify();
  }
}
