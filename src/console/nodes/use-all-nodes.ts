import type { UseQueryResult } from '@tanstack/react-query';
import type { NodeOrderByInput, NodeWhereInput } from '../../contract/types.generated.ts';
import { useWholeList } from '../api/use-whole-list.ts';
import { NodeListDocument } from './operations.generated.ts';
import type { SortableColumn } from './search.ts';
import type { NodeRow } from './shown-node-row.ts';

/** Fetches all nodes that meet some conditions; again when one changes, and now and then for their heights. */
export function useAllNodes(
  where: NodeWhereInput,
  { column, isDescending }: { column: SortableColumn; isDescending: boolean },
): UseQueryResult<readonly NodeRow[]> {
  const direction = isDescending ? 'desc' : 'asc';
  const orderBy: NodeOrderByInput = (
    column === 'height' ? { height: { sort: direction, nulls: 'last' } } : { [column]: direction }
  ) as NodeOrderByInput;
  return useWholeList(
    NodeListDocument,
    { where, orderBy: [orderBy] },
    { rowsOf: ({ nodes }) => nodes, shows: ['node', 'executor'], everySeconds: 10, keepsFormer: true },
  );
}
