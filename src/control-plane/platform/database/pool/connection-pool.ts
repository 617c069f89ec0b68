import { drizzle } from 'drizzle-orm/node-postgres';
import type { Client } from 'pg';
import type { Logger } from 'pino';
import type { Notify } from '../../../../timing/notify.ts';
import { noTraces, type Traces } from '../../monitoring/traces.ts';
import { type Database, type DatabaseUser, sql } from '../database.ts';
import { type Borrowed, Share } from './share.ts';
import { type ShareName, shareNames, shares } from './shares.ts';
import { type StatementOptions, Statements } from './statements.ts';

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
