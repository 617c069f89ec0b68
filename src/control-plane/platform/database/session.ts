import type { ClientBase, QueryResult } from 'pg';
import type { SessionKind } from './database-url.ts';

/** What the control plane's statements rely on, whatever the role, the database or the server set. */
const settings: Record<string, string> = {
  search_path: 'public',
  DateStyle: 'ISO, YMD',
  IntervalStyle: 'postgres',
  TimeZone: 'UTC',
  bytea_output: 'hex',
  extra_float_digits: '1',
  standard_conforming_strings: 'on',
  default_transaction_isolation: 'read committed',
  lock_timeout: '0',
  idle_in_transaction_session_timeout: '0',
};

const settingsSql = (statementTimeoutMs: number, isLocal: boolean): string =>
  Object.entries({ ...settings, statement_timeout: String(statementTimeoutMs) })
    .map(([name, value]) => `set_config('${name}', '${value}', ${isLocal})`)
    .join(', ');

/** PostgreSQL's code of a statement that a read-only server refuses. */
export const readOnlyCode = '25006';

export interface Session {
  /** Whether a pooler answers, such as PgBouncer: what a session sets may then belong to another client later. */
  isPooled: boolean;
  isReadOnly: boolean;
}

/**
 * Sets up a new connection to PostgreSQL itself; behind a pooler, each transaction must begin with `beginPooled`. A
 * pooler tells its clients process ids of its own.
 */
export async function setUpSession(client: ClientBase, statementTimeoutMs: number): Promise<Session> {
  const told = (client as { processID?: number | null }).processID ?? 0;
  const { rows } = await client.query(`
    SELECT pg_backend_pid() <> ${told} AS "isPooled",
      pg_is_in_recovery() OR current_setting('transaction_read_only')::bool AS "isReadOnly",
      CASE WHEN pg_backend_pid() = ${told} THEN ROW(${settingsSql(statementTimeoutMs, false)})::text END AS settings`);
  const { isPooled, isReadOnly } = rows[0];
  return { isPooled, isReadOnly };
}

/** Begins a transaction with all settings of a session. Returns the id of PostgreSQL's process until its end. */
export async function beginPooled(client: ClientBase, statementTimeoutMs: number): Promise<number> {
  const results: unknown = await client.query(
    `BEGIN ISOLATION LEVEL READ COMMITTED; SELECT pg_backend_pid() AS pid, ${settingsSql(statementTimeoutMs, true)}`,
  );
  return (results as QueryResult<{ pid: number }>[]).at(-1)?.rows[0]?.pid ?? 0;
}

/** Sets up a session of a pooler that pools by session, which resets it for its next client. */
export async function setUpPooledSession(client: ClientBase): Promise<void> {
  await client.query(`SELECT ${settingsSql(0, false)}`);
}

/** Throws if a session of another kind is wanted. */
export function requireKind({ isReadOnly }: Session, wants: SessionKind): void {
  if (wants === 'any' || (wants === 'read-only') === isReadOnly) return;
  throw Object.assign(new Error(isReadOnly ? 'session is read-only' : 'session is not read-only'), {
    code: readOnlyCode,
  });
}

/**
 * Returns whether a pooler hands the server's connection of `client` to others between its transactions: the next
 * client then gets the one that was used last.
 */
export async function isPooledByTransaction(client: ClientBase, other: ClientBase): Promise<boolean> {
  const pidOf = async (of: ClientBase) => (await of.query('SELECT pg_backend_pid() AS pid')).rows[0].pid;
  for (let round = 0; round < 3; round++) {
    const before = await pidOf(client);
    await other.query('BEGIN');
    try {
      if ((await pidOf(other)) === before || (await pidOf(client)) !== before) return true;
    } finally {
      await other.query('ROLLBACK');
    }
  }
  return false;
}
