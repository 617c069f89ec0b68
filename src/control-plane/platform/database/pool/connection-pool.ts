import { addAbortListener } from 'node:events';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { Client } from 'pg';
import type { Logger } from 'pino';
import type { Notify } from '../../../../timing/notify.ts';
import { noTraces, type Traces } from '../../monitoring/traces.ts';
import { isDatabaseAway, isReadOnly } from '../connection-fault.ts';
import { type Database, type DatabaseUser, intoBusOutbox, sql } from '../database.ts';
import type { UrlSetting } from '../database-url.ts';
import { beginPooled } from '../session.ts';
import { type Borrowed, Share } from './share.ts';
import { type ShareName, shareNames, shares } from './shares.ts';

interface ConnectionPoolOptions {
  url: string;
  setting?: UrlSetting;
  log: Logger;
  traces?: Traces | undefined;
  published: Notify;
}

export type ConnectionPool = ReturnType<typeof connectionPool>;

export function connectionPool({ url, setting, log, traces = noTraces, published }: ConnectionPoolOptions) {
  const open = (name: ShareName) => [name, new Share(url, shares[name], log, setting)];
  const opened = Object.fromEntries(shareNames.map(open)) as Record<ShareName, Share>;
  const cancel = async (processId: number): Promise<void> => {
    await databaseFor({ share: 'control' })
      .execute(sql`SELECT pg_cancel_backend(${processId})`)
      .catch((error: unknown) =>
        // It ends at its timeout.
        log.debug({ err: error }, 'could not cancel a statement of a disconnected caller'),
      );
  };
  let renewedAt = Number.NEGATIVE_INFINITY;
  /** Another server has become the primary: no connection to this one is of use, even if it answers reads. */
  const leave = (): void => {
    // A server whose disk is full stays read-only: each failed write would open all connections again.
    if (performance.now() - renewedAt < renewAgainAfterMs) return;
    renewedAt = performance.now();
    for (const share of shareNames) opened[share].renew();
  };
  const databaseFor = ({ share, organizationId = null, callerId = null, signal, onSpent }: DatabaseUser): Database => {
    const taken = opened[share];
    const { statementTimeoutMs, transactionStatementTimeoutMs } = taken.limits;
    const options = { cancel, leave, traces, published, signal, onSpent, statementTimeoutMs };
    const borrow = () => taken.borrow({ organizationId, callerId }, signal);
    const once: Query = (...words) => withQuery(borrow, options, (query) => query(...words));
    const database = drizzleOf(once);
    const transaction: Database['transaction'] = (work) =>
      withQuery(borrow, { ...options, isTransaction: true }, (query) =>
        drizzleOf(query).transaction(async (begun) => {
          if (transactionStatementTimeoutMs !== statementTimeoutMs)
            await begun.execute(sql.raw(`SET LOCAL statement_timeout = ${transactionStatementTimeoutMs}`));
          return work(begun);
        }),
      );
    database.transaction = (work) =>
      traces.detail('SQL transaction', { 'db.system.name': 'postgresql' }, () => transaction(work));
    return database;
  };
  return {
    counts: () => shareNames.map((share) => ({ share, ...opened[share].counts() })),
    databaseFor,
    close: async () => {
      const cutOff = await Promise.all(shareNames.map(async (share) => [share, await opened[share].close()] as const));
      const busy = cutOff.filter(([, count]) => count > 0);
      if (busy.length > 0)
        log.warn({ connections: Object.fromEntries(busy) }, 'cut off connections to PostgreSQL: no response in time');
    },
  };
}

const renewAgainAfterMs = 1000;

const drizzleOf = (query: Query): Database => drizzle({ client: { query } as unknown as Client });

interface StatementOptions {
  /** Cancels the running statement of the connection with this process id. */
  cancel: (processId: number) => Promise<void>;
  /** Called when the server takes no writes. */
  leave: () => void;
  statementTimeoutMs: number;
  traces: Traces;
  published: Notify;
  /** Aborted once nobody waits for the result. */
  signal?: AbortSignal | undefined;
  onSpent?: ((ms: number) => void) | undefined;
  isTransaction?: boolean;
}

type Query = (...words: unknown[]) => Promise<unknown>;

/** Lends a connection to `work`, as Drizzle's client: cancels the running statement when the signal aborts. */
async function withQuery<T>(
  borrow: () => Promise<Borrowed>,
  options: StatementOptions,
  work: (query: Query) => Promise<T>,
): Promise<T> {
  const { published, signal, isTransaction = false } = options;
  const borrowed = await borrow();
  const connection = new LentConnection(borrowed, options);
  try {
    const result = await work((...words) => connection.query(...words));
    if (connection.havePublished) published.notify();
    return result;
  } finally {
    // Closing the connection rolls back an aborted transaction.
    borrowed.giveBack(connection.isBroken || (isTransaction && signal?.aborted === true));
  }
}

/** A borrowed connection, which sends the statements of one caller. */
class LentConnection {
  /** Whether it must be closed instead of lent again. */
  isBroken = false;
  /** Whether a statement wrote to the outbox of the bus. */
  havePublished = false;
  readonly #borrowed: Borrowed;
  readonly #options: StatementOptions;
  /** PostgreSQL's process of this connection; behind a pooler, only within a transaction. */
  #processId: number | undefined;
  /** The cancellation of the running statement. */
  #cancelled: Promise<void> | undefined;

  constructor(borrowed: Borrowed, options: StatementOptions) {
    this.#borrowed = borrowed;
    this.#options = options;
    this.#processId = borrowed.isPooled ? undefined : (borrowed.client as { processID?: number }).processID;
  }

  async query(...words: unknown[]): Promise<unknown> {
    const { cancel, leave, traces, signal, onSpent } = this.#options;
    signal?.throwIfAborted();
    const text = textOf(words[0]);
    this.havePublished ||= text.includes(intoBusOutbox);
    this.#cancelled = undefined;
    const cancelIt = () => {
      if (this.#processId !== undefined) this.#cancelled = cancel(this.#processId);
    };
    using _aborted = signal && addAbortListener(signal, cancelIt);
    const startedAt = performance.now();
    try {
      // Traced by its first word, such as `INSERT`: values and names never leave the process.
      return await traces.detail(`SQL ${commandOf(text)}`, { 'db.system.name': 'postgresql' }, () =>
        this.#borrowed.isPooled ? this.#sendPooled(text, words) : this.#send(...words),
      );
    } catch (error) {
      this.isBroken ||= isDatabaseAway(error);
      if (isReadOnly(error)) leave();
      throw error;
    } finally {
      // Waiting for a database that is away costs it nothing.
      if (!this.isBroken) onSpent?.(performance.now() - startedAt);
      // Before another caller gets the connection, whose statement it would hit.
      await this.#cancelled;
    }
  }

  #send(...words: unknown[]): Promise<unknown> {
    const { client } = this.#borrowed;
    return (client.query as Query).call(client, ...words);
  }

  /** Behind a pooler, nothing but a transaction belongs to its client: no settings, prepared statements or process. */
  async #sendPooled(text: string, [statement, ...rest]: readonly unknown[]): Promise<unknown> {
    const { client } = this.#borrowed;
    const { statementTimeoutMs, isTransaction = false } = this.#options;
    const isBegin = text === 'begin';
    if (isBegin || !isTransaction) this.#processId = await beginPooled(client, statementTimeoutMs);
    if (isBegin) return undefined;
    const unnamed = typeof statement === 'object' ? { ...statement, name: undefined } : statement;
    if (isTransaction) return this.#send(unnamed, ...rest);
    try {
      const result = await this.#send(unnamed, ...rest);
      await this.#cancelled;
      await client.query('COMMIT');
      return result;
    } catch (error) {
      await this.#cancelled;
      // A connection that cannot roll back is closed.
      await client.query('ROLLBACK').catch(() => {
        this.isBroken = true;
      });
      throw error;
    } finally {
      this.#processId = undefined;
    }
  }
}

function textOf(statement: unknown): string {
  const text = typeof statement === 'string' ? statement : (statement as { text?: unknown } | undefined)?.text;
  return typeof text === 'string' ? text : '';
}

const commandOf = (text: string): string => /^\s*([a-z]+)/i.exec(text)?.[1]?.toUpperCase() ?? 'statement';
