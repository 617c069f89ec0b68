import DataLoader from 'dataloader';
import { and, inArray, isNull, sql } from '../database/drizzle.ts';
import type { Page } from '../input/pages.ts';
import type { RequestContext } from '../request/context.ts';
import { findNodes } from './find-nodes.ts';
import { type NodeRow, node } from './table.ts';

/** One page of an executor's nodes, in the order of their names. */
export interface NodesOfExecutor {
  executorId: string;
  page: Page;
}

/** Loads the nodes of executors; the same page of all the executors of one list in one statement. */
export const nodesByExecutorLoader = (
  context: Pick<RequestContext, 'database' | 'budget'>,
): DataLoader<NodesOfExecutor, NodeRow[]> =>
  new DataLoader(
    async (requests) => {
      const byPage = Map.groupBy(requests, ({ page }) => `${page.take} ${page.skip}`);
      const found = new Map<NodesOfExecutor, NodeRow[]>();
      // One after the other, so that each sees what the others have left of the budget.
      for (const samePage of byPage.values()) {
        const byExecutor = Map.groupBy(await nodesOfPage(context, samePage), ({ executorId }) => executorId);
        for (const request of samePage) found.set(request, byExecutor.get(request.executorId) ?? []);
      }
      return requests.map((request) => found.get(request) ?? []);
    },
    // A request with several mutations reads the same executor before and after a change.
    { cache: false },
  );

async function nodesOfPage(
  { database, budget }: Pick<RequestContext, 'database' | 'budget'>,
  requests: readonly NodesOfExecutor[],
): Promise<NodeRow[]> {
  const { take, skip } = requests[0]?.page ?? { take: 0, skip: 0 };
  const executorIds = [...new Set(requests.map(({ executorId }) => executorId))];
  const ranked = sql`(SELECT id, row_number() OVER (PARTITION BY executor_id ORDER BY name) AS place FROM node
    WHERE ${and(inArray(node.executorId, executorIds), isNull(node.removedAt))})`;
  const condition = inArray(
    node.id,
    sql`(SELECT id FROM ${ranked} AS ranked WHERE place > ${skip}::int AND place <= ${skip}::int + ${take}::int)`,
  );
  return budget.fetchRows(executorIds.length * take, (limit) =>
    findNodes(database, condition, [], { take: limit, skip: 0 }),
  );
}
