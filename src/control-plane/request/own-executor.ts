import { batched } from '../platform/database/batched.ts';
import { isDataFault } from '../platform/database/connection-fault.ts';
import { and, type Database, eq, sql } from '../platform/database/database.ts';
import { domainError, forbidden, requireRow } from '../platform/input/errors.ts';
import { apikey } from '../tables/accounts.ts';
import { executor } from '../tables/executors.ts';
import type { ExecutorCaller } from './caller.ts';

type Bound = Pick<ExecutorCaller, 'credential' | 'executorName'>;

/** Returns a key's executor, from the database if the caller was cached before. Throws Forbidden if unbound. */
export async function ownExecutorName(database: Database, { credential, executorName }: Bound): Promise<string> {
  if (executorName !== null) return executorName;
  const [row] = await database.select({ name: apikey.executorName }).from(apikey).where(eq(apikey.id, credential.id));
  if (!row?.name) throw forbidden('No executor has used this API key yet; send a heartbeat first (syncExecutor).');
  return row.name;
}

/** Throws Forbidden for an unknown name: a restored database does not know the executor until its next heartbeat. */
export async function executorIdOf(database: Database, organizationId: string, name: string): Promise<string> {
  const isNamed = and(eq(executor.organizationId, organizationId), eq(executor.name, name));
  const rows = await database.select({ id: executor.id }).from(executor).where(isNamed);
  return requireRow(rows, 'No executor has this name yet; send a heartbeat first.').id;
}

interface NamedExecutor {
  database: Database;
  organizationId: string;
  name: string;
}

/** The same for agents that come at once: their look-ups are one statement on `shared`. */
export function executorIdFinder(shared: Database): (named: NamedExecutor) => Promise<string> {
  const list = (name: string) => sql`${sql.placeholder(name)}::text[]`;
  const { id, organizationId, name } = executor;
  const statement = shared
    .select({ id, organizationId, name })
    .from(executor)
    .where(sql`(${organizationId}, ${name}) IN (SELECT * FROM unnest(${list('organizationIds')}, ${list('names')}))`)
    .prepare('executor_ids');
  return batched<NamedExecutor, string>({
    maxBatchSize: 100,
    together: async (named) => {
      const rows = await statement.execute({
        organizationIds: named.map((each) => each.organizationId),
        names: named.map((each) => each.name),
      });
      const ids = new Map(rows.map((row) => [`${row.organizationId} ${row.name}`, row.id]));
      return named.map((each) => ids.get(`${each.organizationId} ${each.name}`));
    },
    singly: (each) => executorIdOf(each.database, each.organizationId, each.name),
    isOfOne: isDataFault,
  });
}

export function requireSameExecutor(boundTo: string, name: string): void {
  if (boundTo === name) return;
  throw domainError(
    'executor_key_bound',
    `this API key belongs to the executor ${boundTo}, so ${name} cannot use it; give ${name} its own key or an enrolment token`,
    {
      hint: 'Join with an enrolment token (satrap agent join), or create a key with satrap control-plane create-key --purpose executor.',
      link: '/keys',
    },
  );
}
