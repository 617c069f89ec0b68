import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { EventLevel } from '../../../../contract/types.generated.ts';
import { apiQuery, useApi, useApiQuery } from '../../../api/use-api.tsx';
import type { ShownNode } from '../shown-node.ts';
import {
  HeightHistoryDocument,
  NodeHistoryDocument,
  NodeHistoryEventsDocument,
  NodesToCompareDocument,
} from './operations.generated.ts';
import type { Window } from './ranges.ts';

const levels: EventLevel[] = ['info', 'warning', 'error'];
/** More than can be told apart in a chart. */
export const maxEvents = 200;

/** The measurements of a node over a stretch of time, the heights of others of its network, and what happened to it. */
export function useHistory({ id, network }: Pick<ShownNode, 'id' | 'network'>, { fromMs, toMs, stepMs }: Window) {
  const api = useApi();
  const everySeconds = Math.min(60, Math.max(10, stepMs / 4000));
  const variables = { id, from: new Date(fromMs).toISOString(), step: stepMs / 1000 };
  const own = useApiQuery(NodeHistoryDocument, variables, { shows: [], everySeconds, keepsFormer: true });
  const filter = { nodeId: id, levels, from: variables.from, to: new Date(toMs).toISOString(), take: maxEvents };
  const events = useApiQuery(NodeHistoryEventsDocument, { filter }, { shows: ['event'], keepsFormer: true });
  // One that catches up, or has no height, is no measure for this one.
  const where = { network, id: { not: { equals: id } }, initialBlockDownload: { equals: false } };
  const others = useApiQuery(NodesToCompareDocument, { where }, { shows: ['node'], keepsFormer: true });
  const heights = useQueries({
    queries: (others.data?.nodes ?? []).map((other) =>
      apiQuery(
        api,
        HeightHistoryDocument,
        { ...variables, id: other.id },
        { shows: [], everySeconds, keepsFormer: true },
      ),
    ),
    combine: (results) => results.map(({ data }) => data?.nodeMetrics?.buckets ?? []),
  });
  const nodes = others.data?.nodes;
  return {
    own,
    events,
    others: useMemo(
      () => (nodes ?? []).map(({ name }, index) => ({ name, buckets: heights[index] ?? [] })),
      [nodes, heights],
    ),
  };
}
