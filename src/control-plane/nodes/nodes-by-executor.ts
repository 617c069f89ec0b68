import { and, inArray, isNull, sql } from '../platform/database/drizzle.ts';
import type { RequestContext } from '../request/context.ts';
import { pagesLoader } from '../request/loaders.ts';
import { type NodeRow, node } from '../tables/nodes.ts';
import { findNodes } from './find-nodes.ts';

/** Loads the nodes of executors, in the order of their names. */
export const nodesByExecutorLoader = ({ database, budget }: Pick<RequestContext, 'database' | 'budget'>) =>
  pagesLoader<NodeRow>(
    ({ executorId }) => executorId,
    (executorIds, { take, skip }) => {
      const ranked = sql`(SELECT id, row_number() OVER (PARTITION BY executor_id ORDER BY name) AS place FROM node
    WHERE ${and(inArray(node.executorId, executorIds), isNull(node.removedAt))})`;
      const condition = inArray(
        node.id,
        sql`(SELECT id FROM ${ranked} AS ranked WHERE place > ${skip}::int AND place <= ${skip}::int + ${take}::int)`,
      );
      return budget.fetchRows(executorIds.length * take, (limit) =>
        findNodes(database, condition, [], { take: limit, skip: 0 }),
      );
    },
  );
