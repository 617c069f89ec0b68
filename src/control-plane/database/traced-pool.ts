import type { Pool, PoolClient } from 'pg';
import type { Traces } from '../monitoring/traces.ts';
import type { Database } from './database.ts';

type Query = (...words: unknown[]) => Promise<unknown>;

/** Traces each statement of a pool by its first word, such as `INSERT`: values, and names of what is asked for, stay here. */
export function tracePool(pool: Pool, traces: Traces): void {
  trace(pool, traces);
  pool.on('connect', (client: PoolClient) => trace(client, traces));
}

/** Traces each transaction of a database as one span, with its statements below it. */
export function traceTransactions(database: Database, traces: Traces): void {
  const begin = database.transaction.bind(database);
  database.transaction = <T>(...words: Parameters<typeof database.transaction<T>>): Promise<T> =>
    traces.detail('SQL transaction', { 'db.system.name': 'postgresql' }, () => begin(...words));
}

function trace(target: { query: unknown }, traces: Traces): void {
  const query = (target.query as Query).bind(target);
  target.query = (...words: unknown[]) => {
    // The pool's own call, which has its span already.
    if (typeof words.at(-1) === 'function') return query(...words);
    return traces.detail(`SQL ${commandOf(words[0])}`, { 'db.system.name': 'postgresql' }, () => query(...words));
  };
}

function commandOf(statement: unknown): string {
  const text = typeof statement === 'string' ? statement : (statement as { text?: unknown } | undefined)?.text;
  return /^\s*([a-z]+)/i.exec(typeof text === 'string' ? text : '')?.[1]?.toUpperCase() ?? 'statement';
}
