import type { Operation } from '../../../client/client.ts';
import { type ApiQueryOptions, useApiQuery } from '../../api/use-api.tsx';
import type { NodePageQuery } from './operations.generated.ts';

export type ShownNode = NonNullable<NodePageQuery['node']>;

export interface TabProps {
  node: ShownNode;
}

/** Queries facts of one node, and refetches them when the node changes. */
export const useNodeQuery = <T, V extends { id: string }>(
  operation: Operation<T, V>,
  variables: V,
  options: Partial<ApiQueryOptions> = {},
) => useApiQuery(operation, variables, { shows: [{ type: 'node', id: variables.id }], ...options });
