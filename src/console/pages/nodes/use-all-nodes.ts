import type { UseQueryResult } from '@tanstack/react-query';
import type { NodeOrderByInput, NodeWhereInput } from '../../../contract/types.generated.ts';
import type { ListSoFar } from '../../api/list-pages.ts';
import { useGrowingList } from '../../api/use-growing-list.ts';
import { NodeListDocument } from './operations.generated.ts';
import type { SortableColumn } from './search.ts';
import type { NodeRow } from './shown-node-row.ts';

/** Fetches all nodes that meet some conditions; again when one changes, and now and then for their heights. */
export function useAllNodes(
  where: NodeWhereInput,
  { column, isDescending }: { column: SortableColumn; isDescending: boolean },
): UseQueryResult<ListSoFar<NodeRow>> {
  const direction = isDescending ? 'desc' : 'asc';
  const orderBy: NodeOrderByInput = (
    column === 'height' ? { height: { sort: direction, nulls: 'last' } } : { [column]: direction }
  ) as NodeOrderByInput;
  return useGrowingList(
    NodeListDocument,
    { where, orderBy: [orderBy] },
    { rowsOf: ({ nodes }) => nodes, shows: ['node', 'executor'], everySeconds: 10 },
  );
}
