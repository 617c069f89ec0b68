import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { NodeOrderByInput, NodeWhereInput } from '../../contract/types.generated.ts';
import { keyOf, useApi } from '../api/use-api.tsx';
import { NodeListDocument } from './operations.generated.ts';
import type { SortableColumn } from './search.ts';
import type { NodeRow } from './shown-node-row.ts';

/** The largest page that the control plane gives. */
const pageSize = 500;
/** Who has more sees the first ones, and filters. */
const maxNodes = 5000;

/** Fetches all nodes that meet some conditions, page by page; again when one changes, and now and then for their heights. */
export function useAllNodes(
  where: NodeWhereInput,
  { column, isDescending }: { column: SortableColumn; isDescending: boolean },
): UseQueryResult<readonly NodeRow[]> {
  const api = useApi();
  const direction = isDescending ? 'desc' : 'asc';
  const orderBy: NodeOrderByInput = (
    column === 'height' ? { height: { sort: direction, nulls: 'last' } } : { [column]: direction }
  ) as NodeOrderByInput;
  return useQuery({
    queryKey: keyOf(NodeListDocument, { where, orderBy }),
    queryFn: async ({ signal }) => {
      const nodes: NodeRow[] = [];
      for (let skip = 0; skip < maxNodes; skip += pageSize) {
        const page = await api.query(NodeListDocument, { where, orderBy: [orderBy], take: pageSize, skip }, signal);
        nodes.push(...page.nodes);
        if (page.nodes.length < pageSize) break;
      }
      return nodes;
    },
    meta: { shows: ['node', 'executor'] },
    refetchInterval: 10_000,
    placeholderData: keepPreviousData,
  });
}
