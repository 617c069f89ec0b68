import DataLoader from 'dataloader';
import { defaultDataRoot } from '../../../contract/names.ts';
import { hasEnded } from '../../fleet/executors/drain.ts';
import { and, type Database, eq, isNull, sql, type TenantKey } from '../../platform/database/database.ts';
import type { RequestContext } from '../../request/context.ts';
import { pendingStates } from '../../tables/node-operations.ts';
import { node } from '../../tables/nodes.ts';

/** SQL: the data root of a `node` row. */
const dataRootColumn = sql<string>`coalesce(observed ->> 'dataRoot',
  CASE WHEN observed ->> 'appliedRevision' IS NULL THEN data_root END, ${defaultDataRoot})`;

/** What the nodes of one executor are allocated. A node counts until it is gone from the host. */
export interface Promises {
  nodes: number;
  cpuCores: number;
  memoryMiB: number;
  diskGiB: number;
  /** Allocated disk that nodes have not written yet, by their last samples. */
  unwrittenDiskGiB: number;
  /** Nodes whose daemon may still run. */
  notEnded: number;
}

const nothing: Promises = { nodes: 0, cpuCores: 0, memoryMiB: 0, diskGiB: 0, unwrittenDiskGiB: 0, notEnded: 0 };

/** SQL: allocations of rows of `node`; disk only on one data root, including nodes being moved there. */
export function sumsOf(dataRoot: string) {
  // Drizzle would omit the table name, and in the subquery the column would belong to another table.
  const isMovedThere = sql`EXISTS (SELECT FROM node_operation WHERE organization_id = node.organization_id AND node_id = node.id AND kind = 'move'
    AND params ->> 'to' = ${dataRoot} AND state IN ${pendingStates})`;
  const isThere = sql`${dataRootColumn} = ${dataRoot} OR ${isMovedThere}`;
  const written = sql`coalesce((metrics ->> 'sizeOnDiskBytes')::float8, 0) / 1073741824`;
  return {
    cpuCores: sql<number>`coalesce(sum(cpu_cores), 0)::float8`,
    memoryMiB: sql<number>`coalesce(sum(memory_mib), 0)::float8`,
    diskGiB: sql<number>`coalesce(sum(disk_gib) FILTER (WHERE ${isThere}), 0)::float8`,
    unwrittenDiskGiB: sql<number>`coalesce(sum(greatest(0, disk_gib - ${written})) FILTER (WHERE ${isThere}), 0)::float8`,
  };
}

/** Reads allocations on executors of an organization in one statement. */
export async function promisesOf(
  database: Database,
  { organizationId, executorIds }: { organizationId: string; executorIds: readonly string[] },
  dataRoot = defaultDataRoot,
): Promise<(executorId: string) => Promises> {
  if (executorIds.length === 0) return () => nothing;
  // One parameter: PostgreSQL takes 65,535 at most.
  const isOnOne = sql`${node.executorId} = ANY(${sql.param([...executorIds])}::uuid[])`;
  const rows = await database
    .select({
      executorId: node.executorId,
      nodes: sql<number>`count(*)::int`,
      ...sumsOf(dataRoot),
      notEnded: sql<number>`(count(*) - count(*) FILTER (WHERE ${hasEnded}))::int`,
    })
    .from(node)
    .where(and(eq(node.organizationId, organizationId), isOnOne, isNull(node.removedAt)))
    .groupBy(node.executorId);
  const byExecutor = new Map(rows.map(({ executorId, ...promises }) => [executorId, promises]));
  return (executorId) => byExecutor.get(executorId) ?? nothing;
}

/** Reads the allocations on one executor. */
export const promisesOn = async (
  database: Database,
  { organizationId, id }: TenantKey,
  dataRoot?: string,
): Promise<Promises> => (await promisesOf(database, { organizationId, executorIds: [id] }, dataRoot))(id);

export const promisesLoader = ({ database }: RequestContext): DataLoader<TenantKey, Promises> =>
  new DataLoader(
    async (executors) => {
      const promises = new Map<string, (executorId: string) => Promises>();
      for (const [organizationId, own] of Map.groupBy(executors, (each) => each.organizationId)) {
        const executorIds = [...new Set(own.map(({ id }) => id))];
        promises.set(organizationId, await promisesOf(database, { organizationId, executorIds }));
      }
      return executors.map(({ organizationId, id }) => promises.get(organizationId)?.(id) ?? nothing);
    },
    // A request with several mutations reads an executor before and after a change.
    { cache: false },
  );
