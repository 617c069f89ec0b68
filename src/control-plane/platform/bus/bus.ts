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

const reconnectPolicy = { firstMs: 100, maxMs: 5000, jitter: 0.3 };

/** Carries short messages between the replicas of a control plane, over one database connection each. */
export function buildBus({ listen, clock, log }: { listen: Listen; clock: Clock; log: Logger }) {
  const listeners = new Set<BusListener>();
  let isOpen = false;
  const onPayload = (payload: string) => {
    for (const message of fromPayload(payload)) for (const listener of listeners) listener.onMessage(message);
  };
  return {
    /** Whether this replica receives messages of the others. While it does not, caches must be short-lived. */
    get isOpen(): boolean {
      return isOpen;
    },
    subscribe: (listener: BusListener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    run: async (signal: AbortSignal) => {
      const backoff = new Backoff(reconnectPolicy);
      const onOpen = () => {
        backoff.reset();
        isOpen = true;
        for (const listener of listeners) listener.onGap();
      };
      while (!signal.aborted) {
        try {
          await listen({ channel: busChannel, onOpen, onPayload }, signal);
        } catch (error) {
          // Once per lost connection: requests report an unavailable database themselves.
          if (isOpen && !signal.aborted)
            log.warn(`lost LISTEN connection: ${errorMessage(error)}; falling back to heartbeats`);
        }
        isOpen = false;
        await clock.sleep(backoff.next(), signal);
      }
    },
  };
}

export type Bus = ReturnType<typeof buildBus>;
