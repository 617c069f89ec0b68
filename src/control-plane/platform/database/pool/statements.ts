import { addAbortListener } from 'node:events';
import type { PoolClient } from 'pg';
import type { Traces } from '../../monitoring/traces.ts';
import { isDatabaseAway } from '../connection-fault.ts';
import { intoBusOutbox } from '../database.ts';

export interface StatementOptions {
  /** Cancels the running statement of the connection with this process id. */
  cancel: (processId: number) => Promise<void>;
  traces: Traces;
  /** Aborted once nobody waits for the result. */
  signal?: AbortSignal | undefined;
  onSpent?: ((ms: number) => void) | undefined;
}

type Query = (...words: unknown[]) => Promise<unknown>;

/** Drizzle's client for one connection: cancels the running statement when the signal aborts. */
export class Statements {
  readonly #client: PoolClient & { processID?: number };
  readonly #options: StatementOptions;
  isBroken = false;
  /** Whether a statement wrote to the outbox of the bus. */
  havePublished = false;

  constructor(client: PoolClient, options: StatementOptions) {
    this.#client = client;
    this.#options = options;
  }

  async query(...words: unknown[]): Promise<unknown> {
    const { signal, cancel, onSpent, traces } = this.#options;
    signal?.throwIfAborted();
    const text = textOf(words[0]);
    this.havePublished ||= text.includes(intoBusOutbox);
    let cancelled: Promise<void> | undefined;
    const cancelIt = () => {
      cancelled = cancel(this.#client.processID ?? 0);
    };
    using _aborted = signal && addAbortListener(signal, cancelIt);
    const startedAt = performance.now();
    try {
      // Traced by its first word, such as `INSERT`: values and names never leave the process.
      return await traces.detail(`SQL ${commandOf(text)}`, { 'db.system.name': 'postgresql' }, () =>
        (this.#client.query as Query).call(this.#client, ...words),
      );
    } catch (error) {
      this.isBroken ||= isDatabaseAway(error);
      throw error;
    } finally {
      onSpent?.(performance.now() - startedAt);
      // Before another caller gets the connection, whose statement it would hit.
      await cancelled;
    }
  }
}

function textOf(statement: unknown): string {
  const text = typeof statement === 'string' ? statement : (statement as { text?: unknown } | undefined)?.text;
  return typeof text === 'string' ? text : '';
}

const commandOf = (text: string): string => /^\s*([a-z]+)/i.exec(text)?.[1]?.toUpperCase() ?? 'statement';
