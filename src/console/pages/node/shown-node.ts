import type { Operation } from '../../../client/client.ts';
import { AuditActionsDocument, type NodeQuery } from '../../../client/operations.generated.ts';
import { type ApiQueryOptions, useApiQuery } from '../../api/use-api.tsx';

export type ShownNode = NonNullable<NodeQuery['node']>;

export interface TabProps {
  node: ShownNode;
}

/** Queries facts of one node, and refetches them when the node changes. */
export const useNodeQuery = <T, V extends { id: string }>(
  operation: Operation<T, V>,
  variables: V,
  options: Partial<ApiQueryOptions> = {},
) => useApiQuery(operation, variables, { shows: [{ type: 'node', id: variables.id }], ...options });

/** The last change of a node by a person or a key; undefined without one. */
export function useLastChange(id: string) {
  const filter = { targetType: 'node', targetId: id, changed: true, outcome: ['succeeded' as const], take: 1 };
  const { data } = useApiQuery(AuditActionsDocument, { filter }, { shows: [{ type: 'node', id }] });
  return data?.auditActions?.nodes[0];
}
