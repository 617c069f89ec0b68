import { inArray, sql } from '../../platform/database/drizzle.ts';
import type { RequestContext } from '../../request/context.ts';
import { pagesLoader } from '../../request/loaders.ts';
import type { Resolvers } from '../../request/resolvers.generated.ts';
import { nodeOperation, type OperationOfNode, type OperationRow } from '../../tables/node-operations.ts';
import { kindOf, titleOf } from './kinds.ts';

/** Loads the operations of nodes, newest first. */
export const operationsLoader = ({ database, budget }: Pick<RequestContext, 'database' | 'budget'>) =>
  pagesLoader<OperationRow>(
    ({ nodeId }) => nodeId,
    (nodeIds, { take }) => {
      const ranked = sql`(SELECT id, row_number() OVER (PARTITION BY node_id ORDER BY requested_at DESC, id) AS place
    FROM node_operation WHERE ${inArray(nodeOperation.nodeId, nodeIds)})`;
      const condition = inArray(
        nodeOperation.id,
        sql`(SELECT id FROM ${ranked} AS ranked WHERE place <= ${take}::int)`,
      );
      return budget.fetchRows(nodeIds.length * take, (limit) =>
        database
          .select()
          .from(nodeOperation)
          .where(condition)
          .orderBy(sql`${nodeOperation.requestedAt} DESC`, nodeOperation.id)
          .limit(limit),
      );
    },
  );

export const operationResolvers: NonNullable<Resolvers['NodeOperation']> = {
  title: titleOf,
  progress: progressOf,
  estimatedEndAt: (operation) => estimatedEnd(operation, progressOf(operation), Date.now()),
  requestedAt: ({ requestedAt }) => requestedAt.toISOString(),
  startedAt: ({ startedAt }) => startedAt?.toISOString() ?? null,
  endedAt: ({ endedAt }) => endedAt?.toISOString() ?? null,
};

function progressOf(operation: OperationOfNode): number | null {
  const { progress } = kindOf(operation.kind);
  return progress === undefined || operation.state !== 'running'
    ? operation.progress
    : progress(operation, operation.node);
}

/** Below this progress, an estimate would be a guess. */
const leastPart = 0.01;

/** Returns when an operation will end at its average pace so far; null if unknown. */
export function estimatedEnd(
  { state, startedAt }: Pick<OperationRow, 'state' | 'startedAt'>,
  part: number | null,
  now: number,
): string | null {
  if (state !== 'running' || startedAt === null || part === null || part < leastPart) return null;
  const elapsed = Math.max(0, now - startedAt.getTime());
  return new Date(now + (elapsed * (1 - part)) / part).toISOString();
}
