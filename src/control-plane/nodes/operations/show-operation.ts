import { inKindField } from '../../../contract/kind-fields.ts';
import type { NodeOperationParams } from '../../../contract/types.generated.ts';
import { hasKeys, sql } from '../../platform/database/database.ts';
import { pageOf } from '../../platform/input/pages.ts';
import type { RequestContext } from '../../request/context.ts';
import { onPage, pagesLoader, perRequest } from '../../request/loaders.ts';
import type { Resolvers } from '../../request/resolvers.generated.ts';
import { nodeOperation, type OperationOfNode, type OperationRow } from '../../tables/node-operations.ts';
import { kindOf, titleOf } from './kinds.ts';
import { resultOf } from './rehearsal-result.ts';

/** Loads the operations of nodes, newest first. */
const operationsLoader = ({ database, budget }: Pick<RequestContext, 'database' | 'budget'>) =>
  pagesLoader<OperationRow>(
    ({ nodeId }) => nodeId,
    (nodes, page) => {
      const { organizationId, id, nodeId: owner, requestedAt } = nodeOperation;
      const order = sql`${requestedAt} DESC, ${id}`;
      const where = hasKeys({ organizationId, id: owner }, nodes);
      const isOnPage = onPage({ table: nodeOperation, key: [organizationId, id], owner, order, where }, page);
      const latest = database.select().from(nodeOperation).where(isOnPage).orderBy(order);
      return budget.fetchRows(nodes.length * page.take, latest);
    },
  );

export function operationResolvers(): Resolvers {
  const operationsOf = perRequest(operationsLoader);
  return {
    Node: {
      operations: async (row, args, context) => {
        const operations = await operationsOf(context).load({ owner: row, page: pageOf(args) });
        return operations.map((operation) => ({ ...operation, node: row }));
      },
    },
    NodeOperation: {
      params: ({ kind, params }) => inKindField(kind, params) as NodeOperationParams,
      title: titleOf,
      result: resultOf,
      progress: progressOf,
      estimatedEndAt: (operation) => estimatedEnd(operation, progressOf(operation), Date.now()),
    },
  };
}

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
