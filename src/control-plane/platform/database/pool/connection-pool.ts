import { addAbortListener } from 'node:events';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { Client } from 'pg';
import type { Logger } from 'pino';
import type { Notify } from '../../../../timing/notify.ts';
import { noTraces, type Traces } from '../../monitoring/traces.ts';
import { isDatabaseAway } from '../connection-fault.ts';
import { type Database, type DatabaseUser, intoBusOutbox, sql } from '../database.ts';
import { type Borrowed, openShare, type Share } from './share.ts';
import { type ShareName, shareNames, shares } from './shares.ts';

interface ConnectionPoolOptions {
  url: string;
  log: Logger;
  traces?: Traces | undefined;
  published: Notify;
}

export type ConnectionPool = ReturnType<typeof connectionPool>;

export function connectionPool({ url, log, traces = noTraces, published }: ConnectionPoolOptions) {
  const open = (name: ShareName) => [name, openShare(url, shares[name], log)];
  const opened = Object.fromEntries(shareNames.map(open)) as Record<ShareName, Share>;
  const cancel = async (processId: number): Promise<void> => {
    await databaseFor({ share: 'control' })
      .execute(sql`SELECT pg_cancel_backend(${processId})`)
      .catch((error: unknown) =>
        // It ends at its timeout.
        log.debug({ err: error }, 'could not cancel a statement of a disconnected caller'),
      );
  };
  const databaseFor = ({ share, organizationId = null, callerId = null, signal, onSpent }: DatabaseUser): Database => {
    const taken = opened[share];
    const options = { cancel, traces, published, signal, onSpent };
    const borrow = () => taken.borrow({ organizationId, callerId }, signal);
    const once: Query = (...words) => withQuery(borrow, options, (query) => query(...words));
    const database = drizzleOf(once);
    const { statementTimeoutMs, transactionStatementTimeoutMs } = taken.limits;
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

const drizzleOf = (query: Query): Database => drizzle({ client: { query } as unknown as Client });

interface StatementOptions {
  /** Cancels the running statement of the connection with this process id. */
  cancel: (processId: number) => Promise<void>;
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
  { cancel, traces, published, signal, onSpent, isTransaction }: StatementOptions,
  work: (query: Query) => Promise<T>,
): Promise<T> {
  const { client, giveBack } = await borrow();
  let isBroken = false;
  /** Whether a statement wrote to the outbox of the bus. */
  let havePublished = false;
  const query: Query = async (...words) => {
    signal?.throwIfAborted();
    const text = textOf(words[0]);
    havePublished ||= text.includes(intoBusOutbox);
    let cancelled: Promise<void> | undefined;
    const cancelIt = () => {
      cancelled = cancel((client as { processID?: number }).processID ?? 0);
    };
    using _aborted = signal && addAbortListener(signal, cancelIt);
    const startedAt = performance.now();
    try {
      // Traced by its first word, such as `INSERT`: values and names never leave the process.
      return await traces.detail(`SQL ${commandOf(text)}`, { 'db.system.name': 'postgresql' }, () =>
        (client.query as Query).call(client, ...words),
      );
    } catch (error) {
      isBroken ||= isDatabaseAway(error);
      throw error;
    } finally {
      onSpent?.(performance.now() - startedAt);
      // Before another caller gets the connection, whose statement it would hit.
      await cancelled;
    }
  };
  try {
    const result = await work(query);
    if (havePublished) published.notify();
    return result;
  } finally {
    // Closing the connection rolls back an aborted transaction.
    giveBack(isBroken || (isTransaction === true && signal?.aborted === true));
  }
}

function textOf(statement: unknown): string {
  const text = typeof statement === 'string' ? statement : (statement as { text?: unknown } | undefined)?.text;
  return typeof text === 'string' ? text : '';
}

const commandOf = (text: string): string => /^\s*([a-z]+)/i.exec(text)?.[1]?.toUpperCase() ?? 'statement';
