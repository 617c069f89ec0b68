import DataLoader from 'dataloader';
import { and, inArray, isNull } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { findNodes } from './find-nodes.ts';
import { type NodeRow, node } from './table.ts';

const maxNodesOfExecutor = 10_000;

/** Loads the nodes of executors; all the executors of one list together in one statement. */
export const nodesByExecutorLoader = (database: Database): DataLoader<string, NodeRow[]> =>
  new DataLoader(
    async (executorIds) => {
      const condition = and(inArray(node.executorId, [...executorIds]), isNull(node.removedAt));
      const rows = await findNodes(database, condition, [], { take: executorIds.length * maxNodesOfExecutor, skip: 0 });
      const byExecutor = Map.groupBy(rows, ({ executorId }) => executorId);
      return executorIds.map((id) => byExecutor.get(id) ?? []);
    },
    // A request with several mutations reads the same executor before and after a change.
    { cache: false },
  );
