import type { PoolClient } from 'pg';
import type { Traces } from '../../monitoring/traces.ts';

type Query = (...words: unknown[]) => Promise<unknown>;

/** Traces each statement of a connection by its first word, such as `INSERT`: values, and names of what is asked for, stay here. */
export function traceClient(client: PoolClient, traces: Traces): void {
  const query = (client.query as Query).bind(client);
  (client as { query: Query }).query = (...words) => {
    // What ends a connection that failed calls back by itself.
    if (typeof words.at(-1) === 'function') return query(...words);
    return traces.detail(`SQL ${commandOf(words[0])}`, { 'db.system.name': 'postgresql' }, () => query(...words));
  };
}

function commandOf(statement: unknown): string {
  const text = typeof statement === 'string' ? statement : (statement as { text?: unknown } | undefined)?.text;
  return /^\s*([a-z]+)/i.exec(typeof text === 'string' ? text : '')?.[1]?.toUpperCase() ?? 'statement';
}
