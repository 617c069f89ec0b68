import DataLoader from 'dataloader';
import { defaultDataRoot } from '../../../contract/names.ts';
import { hasEnded } from '../../fleet/executors/drain-end.ts';
import type { Database } from '../../platform/database/database.ts';
import { and, inArray, isNull, sql } from '../../platform/database/drizzle.ts';
import type { RequestContext } from '../../request/context.ts';
import { pendingStates } from '../../tables/node-operations.ts';
import { node } from '../../tables/nodes.ts';

/** The data root of a row of the table `node`, in SQL: the default one also for a node without data that names none. */
const dataRootColumn = sql<string>`coalesce(observed ->> 'dataRoot',
  CASE WHEN observed ->> 'appliedRevision' IS NULL THEN data_root END, ${defaultDataRoot})`;

/** What the nodes of one executor were promised together. A node counts until it is gone from the host. */
export interface Promises {
  nodes: number;
  cpuCores: number;
  memoryMiB: number;
  diskGiB: number;
  /** The part of the disk that the nodes have not written yet, as far as their last samples show. */
  unwrittenDiskGiB: number;
  /** How many nodes have a daemon that has not ended, as far as is reported. */
  notEnded: number;
}

const nothing: Promises = { nodes: 0, cpuCores: 0, memoryMiB: 0, diskGiB: 0, unwrittenDiskGiB: 0, notEnded: 0 };

/** Returns the promises of each executor, in one statement; of disk, those on one data root. A node that is moved there counts there too. */
export async function promisesOf(
  database: Database,
  executorIds: readonly string[],
  dataRoot = defaultDataRoot,
): Promise<(executorId: string) => Promises> {
  if (executorIds.length === 0) return () => nothing;
  const isMovedThere = sql`EXISTS (SELECT FROM node_operation WHERE node_id = ${node.id} AND kind = 'move'
    AND params ->> 'to' = ${dataRoot} AND state IN ${pendingStates})`;
  const isThere = sql`${dataRootColumn} = ${dataRoot} OR ${isMovedThere}`;
  const written = sql`coalesce((metrics ->> 'sizeOnDiskBytes')::float8, 0) / 1073741824`;
  const rows = await database
    .select({
      executorId: node.executorId,
      nodes: sql<number>`count(*)::int`,
      cpuCores: sql<number>`sum(cpu_cores)::float8`,
      memoryMiB: sql<number>`sum(memory_mib)::float8`,
      diskGiB: sql<number>`coalesce(sum(disk_gib) FILTER (WHERE ${isThere}), 0)::float8`,
      unwrittenDiskGiB: sql<number>`coalesce(sum(greatest(0, disk_gib - ${written})) FILTER (WHERE ${isThere}), 0)::float8`,
      notEnded: sql<number>`(count(*) - count(*) FILTER (WHERE ${hasEnded}))::int`,
    })
    .from(node)
    .where(and(inArray(node.executorId, [...executorIds]), isNull(node.removedAt)))
    .groupBy(node.executorId);
  const byExecutor = new Map(rows.map(({ executorId, ...promises }) => [executorId, promises]));
  return (executorId) => byExecutor.get(executorId) ?? nothing;
}

/** Loads the promises of all the executors of one list together. */
export const promisesLoader = ({ database }: Pick<RequestContext, 'database'>): DataLoader<string, Promises> =>
  new DataLoader(
    async (executorIds) => {
      const promises = await promisesOf(database, [...new Set(executorIds)]);
      return executorIds.map(promises);
    },
    // A request with several mutations reads the same executor before and after a change.
    { cache: false },
  );
