import type { ObservedNodeInput } from '../../../contract/types.generated.ts';
import { and, type Database, eq, rowsOf, sql, type TenantKey } from '../../platform/database/database.ts';
import { node, nodesOn } from '../../tables/nodes.ts';

/** Stores reported nodes, JSON lists of which each is one statement, and returns the ids of those that changed. */
export async function observeNodes(
  transaction: Database,
  executor: TenantKey,
  observed: readonly string[],
): Promise<string[]> {
  const changed: string[] = [];
  for (const list of observed) changed.push(...(await observeList(transaction, executor, list)));
  return changed;
}

async function observeList(
  transaction: Database,
  { organizationId, id: executorId }: TenantKey,
  observed: string,
): Promise<string[]> {
  // An agent that has just started has not inspected its containers and data yet.
  const merged = sql`CASE WHEN reported.observed -> 'containerId' IS NOT NULL THEN reported.observed
    ELSE jsonb_build_object('containerId', node.observed -> 'containerId')
      || jsonb_strip_nulls(jsonb_build_object('dataRoot', node.observed -> 'dataRoot')) || reported.observed END`;
  const changed = await transaction.execute(sql`
    UPDATE node SET observed = ${merged}, observed_at = now()
    FROM (SELECT value ->> 'id' AS id, value AS observed
      FROM jsonb_array_elements(${observed}::jsonb)) AS reported
    WHERE node.id::text = reported.id AND node.organization_id = ${organizationId} AND node.executor_id = ${executorId}
      AND node.observed IS DISTINCT FROM (${merged})
    RETURNING node.id`);
  return rowsOf<{ id: string }>(changed).map(({ id }) => id);
}

/** Removes nodes whose requested deletion the executor confirms, and returns their ids. */
export async function removeDeletedNodes(
  transaction: Database,
  executor: TenantKey,
  observed: readonly ObservedNodeInput[],
): Promise<string[]> {
  const deleted = observed.filter(({ phase }) => phase === 'deleted').map(({ id }) => id);
  if (deleted.length === 0) return [];
  const removed = await transaction
    .update(node)
    .set({ removedAt: new Date() })
    .where(
      nodesOn(
        executor,
        and(eq(node.desiredState, 'deleted'), sql`${node.id}::text = ANY(${sql.param(deleted)}::text[])`),
      ),
    )
    .returning({ id: node.id });
  return removed.map(({ id }) => id);
}
