import { lockOrganization } from '../../people/accounts/key-limits.ts';
import { and, asc, type Database, eq, inArray, sql } from '../../platform/database/database.ts';
import { domainError, unknownId } from '../../platform/input/errors.ts';
import { isUuid } from '../../platform/input/scalars.ts';
import { columnSnapshot } from '../../request/trail/audit-trail.ts';
import { type ExecutorRow, executor } from '../../tables/executors.ts';

/** Per organization. Every name that a key reports creates an executor. */
const maxExecutors = 100_000;

const isOneOf = (organizationId: string, ids: readonly string[]) =>
  and(inArray(executor.id, ids.filter(isUuid)), eq(executor.organizationId, organizationId));

export const selectExecutors = (database: Database, organizationId: string, ids: readonly string[]) =>
  database.select().from(executor).where(isOneOf(organizationId, ids)).orderBy(asc(executor.id));

export const findExecutor = async (
  database: Database,
  organizationId: string,
  id: string,
): Promise<ExecutorRow | undefined> => (await selectExecutors(database, organizationId, [id]))[0];

/** Locks an executor until the transaction ends. Throws Forbidden. */
export async function lockExecutor(transaction: Database, organizationId: string, id: string): Promise<ExecutorRow> {
  const [row] = await selectExecutors(transaction, organizationId, [id]).for('update');
  if (row === undefined) throw unknownId('host');
  return row;
}

/** Locks executors in ascending id order, as everywhere, and returns those that exist, by id. */
export async function lockExecutors(
  transaction: Database,
  organizationId: string,
  ids: readonly string[],
): Promise<Map<string, ExecutorRow>> {
  const rows = await selectExecutors(transaction, organizationId, ids).for('update');
  return new Map(rows.map((row) => [row.id, row]));
}

/** Throws `limit_reached`. */
export async function requireRoomForExecutor(transaction: Database, organizationId: string): Promise<void> {
  await lockOrganization(transaction, organizationId);
  if ((await transaction.$count(executor, eq(executor.organizationId, organizationId))) < maxExecutors) return;
  throw domainError('limit_reached', `your organization has ${maxExecutors} hosts already; delete unused ones`, {
    hint: 'Delete one with satrap hosts delete NAME.',
    link: '/executors',
  });
}

export const executorSnapshot = columnSnapshot('name', (transaction, organizationId, id) => {
  const upgrade = sql<{ targetVersion: string } | null>`(SELECT json_build_object('targetVersion', target_version)
      FROM executor_upgrade WHERE organization_id = executor.organization_id AND executor_id = executor.id AND ended_at IS NULL)`;
  const { name, kind, version, createdAt, labels, cordon, drain } = executor;
  const shown = transaction.select({ name, kind, version, createdAt, labels, cordon, drain, upgrade });
  return shown.from(executor).where(isOneOf(organizationId, [id]));
});
