import { and, type Database, eq } from '../platform/database/database.ts';
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
