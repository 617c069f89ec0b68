import { addAbortListener } from 'node:events';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { Client, PoolClient } from 'pg';
import type { Logger } from 'pino';
import type { Notify } from '../../../../timing/notify.ts';
import { noTraces, type Traces } from '../../monitoring/traces.ts';
import { isDatabaseAway } from '../connection-fault.ts';
import { type Database, type DatabaseUser, intoBusOutbox, sql } from '../database.ts';
import { type Borrowed, Share } from './share.ts';
import { type ShareName, shareNames, shares } from './shares.ts';

interface ConnectionPoolOptions {
  url: string;
  log: Logger;
  traces?: Traces | undefined;
  published: Notify;
}

export class ConnectionPool {
  readonly #log: Logger;
  readonly #traces: Traces;
  readonly #shares: Record<ShareName, Share>;
  readonly #published: Notify;

  constructor({ url, log, traces = noTraces, published }: ConnectionPoolOptions) {
    this.#log = log;
    this.#published = published;
    this.#traces = traces;
    const open = (name: ShareName) => [name, new Share(url, shares[name], log)];
    this.#shares = Object.fromEntries(shareNames.map(open)) as Record<ShareName, Share>;
  }

  get counts(): { share: ShareName; total: number; idle: number; waiting: number }[] {
    return shareNames.map((share) => ({ share, ...this.#shares[share].counts }));
  }

  databaseFor({ share, organizationId = null, callerId = null, signal, onSpent }: DatabaseUser): Database {
    const taken = this.#shares[share];
    const published = this.#published;
    const options = { cancel: this.#cancel, traces: this.#traces, published, signal, onSpent };
    const borrow = () => taken.borrow({ organizationId, callerId }, signal);
    const query = (...words: unknown[]) => withStatements(borrow, options, (statements) => statements.query(...words));
    const database: Database = drizzle({ client: { query } as unknown as Client });
    const { statementTimeoutMs, transactionStatementTimeoutMs } = taken.limits;
    const transaction: Database['transaction'] = (work) =>
      withStatements(borrow, { ...options, isTransaction: true }, (statements) =>
        drizzle({ client: statements as unknown as Client }).transaction(async (begun) => {
          if (transactionStatementTimeoutMs !== statementTimeoutMs)
            await begun.execute(sql.raw(`SET LOCAL statement_timeout = ${transactionStatementTimeoutMs}`));
          return work(begun);
        }),
      );
    database.transaction = (work) =>
      this.#traces.detail('SQL transaction', { 'db.system.name': 'postgresql' }, () => transaction(work));
    return database;
  }

  async close(): Promise<void> {
    const cutOff = await Promise.all(
      shareNames.map(async (share) => [share, await this.#shares[share].close()] as const),
    );
    const busy = cutOff.filter(([, count]) => count > 0);
    if (busy.length > 0) {
      this.#log.warn(
        { connections: Object.fromEntries(busy) },
        'cut off connections to PostgreSQL: no response in time',
      );
    }
  }

  #cancel = async (processId: number): Promise<void> => {
    await this.databaseFor({ share: 'control' })
      .execute(sql`SELECT pg_cancel_backend(${processId})`)
      .catch((error: unknown) =>
        // It ends at its timeout.
        this.#log.debug({ err: error }, 'could not cancel a statement of a disconnected caller'),
      );
  };
}

async function withStatements<T>(
  borrow: () => Promise<Borrowed>,
  options: StatementOptions & { published: Notify; isTransaction?: boolean },
  work: (statements: Statements) => Promise<T>,
): Promise<T> {
  const { client, giveBack } = await borrow();
  const statements = new Statements(client, options);
  try {
    const result = await work(statements);
    if (statements.havePublished) options.published.notify();
    return result;
  } finally {
    // Closing the connection rolls back an aborted transaction.
    const isOpen = options.isTransaction === true && options.signal?.aborted === true;
    giveBack(statements.isBroken || isOpen);
  }
}

interface StatementOptions {
  /** Cancels the running statement of the connection with this process id. */
  cancel: (processId: number) => Promise<void>;
  traces: Traces;
  /** Aborted once nobody waits for the result. */
  signal?: AbortSignal | undefined;
  onSpent?: ((ms: number) => void) | undefined;
}

type Query = (...words: unknown[]) => Promise<unknown>;

/** Drizzle's client for one connection: cancels the running statement when the signal aborts. */
class Statements {
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
