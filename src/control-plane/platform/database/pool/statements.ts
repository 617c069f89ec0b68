import { addAbortListener } from 'node:events';
import type { PoolClient } from 'pg';
import { isDatabaseAway } from '../connection-fault.ts';

/** Cancels the running statement of the connection with this process id. */
export type CancelStatement = (processId: number) => Promise<void>;

export interface StatementOptions {
  cancel: CancelStatement;
  /** Aborted once nobody waits for the result. */
  signal?: AbortSignal | undefined;
  onSpent?: ((ms: number) => void) | undefined;
}

type Query = (...words: unknown[]) => Promise<unknown>;

/**
 * Runs statements on one connection, and cancels the running one when the signal aborts. Drizzle uses it as a client.
 */
export class Statements {
  readonly #client: PoolClient & { processID?: number };
  readonly #options: StatementOptions;
  #isBroken = false;

  constructor(client: PoolClient, options: StatementOptions) {
    this.#client = client;
    this.#options = options;
  }

  get isBroken(): boolean {
    return this.#isBroken;
  }

  async query(...words: unknown[]): Promise<unknown> {
    const { signal, cancel, onSpent } = this.#options;
    signal?.throwIfAborted();
    let cancelled: Promise<void> | undefined;
    const cancelIt = () => {
      cancelled = cancel(this.#client.processID ?? 0);
    };
    using _aborted = signal && addAbortListener(signal, cancelIt);
    const startedAt = performance.now();
    try {
      return await (this.#client.query as Query).call(this.#client, ...words);
    } catch (error) {
      this.#isBroken ||= isDatabaseAway(error);
      throw error;
    } finally {
      onSpent?.(performance.now() - startedAt);
      // Before another caller gets the connection, whose statement it would hit.
      await cancelled;
    }
  }
}
