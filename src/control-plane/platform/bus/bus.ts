import type { Logger } from 'pino';
import { errorMessage } from '../../../text/error-message.ts';
import { Backoff } from '../../../timing/backoff.ts';
import type { Clock } from '../../../timing/clock.ts';
import type { Listen } from '../database/database.ts';
import { type BusMessage, fromPayload } from './message.ts';
import { busChannel } from './outbox.ts';

/** A part of a replica that reacts to changes. Neither method may throw. */
export interface BusListener {
  onMessage(message: BusMessage): void;
  /** The connection was lost: messages may have been missed, so reload everything that depends on them. */
  onGap(): void;
}

export interface BusOptions {
  listen: Listen;
  clock: Clock;
  log: Logger;
}

const reconnectPolicy = { firstMs: 100, maxMs: 5000, jitter: 0.3 };

/** Carries short messages between the replicas of a control plane, over one database connection each. */
export class Bus {
  readonly #options: BusOptions;
  readonly #listeners = new Set<BusListener>();
  #isOpen = false;

  constructor(options: BusOptions) {
    this.#options = options;
  }

  /** Whether this replica receives messages of the others. While it does not, caches must be short-lived. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  subscribe(listener: BusListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async run(signal: AbortSignal): Promise<void> {
    const { listen, clock, log } = this.#options;
    const backoff = new Backoff(reconnectPolicy);
    const onOpen = () => {
      backoff.reset();
      this.#isOpen = true;
      for (const listener of this.#listeners) listener.onGap();
    };
    while (!signal.aborted) {
      try {
        await listen({ channel: busChannel, onOpen, onPayload: (payload) => this.#deliver(payload) }, signal);
      } catch (error) {
        // Once per lost connection: requests report an unavailable database themselves.
        if (this.#isOpen && !signal.aborted) {
          log.warn(`lost LISTEN connection: ${errorMessage(error)}; falling back to heartbeats`);
        }
      }
      this.#isOpen = false;
      await clock.sleep(backoff.next(), signal);
    }
  }

  #deliver(payload: string): void {
    for (const message of fromPayload(payload)) for (const listener of this.#listeners) listener.onMessage(message);
  }
}
