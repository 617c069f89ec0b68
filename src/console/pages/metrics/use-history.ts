import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { Operation, QueryData } from '../../../client/client.ts';
import { keyOf, useApi } from '../../api/use-api.tsx';
import { appended, type Timed } from './points.ts';
import { isoOf, type Window } from './time-window.ts';

/** Lists of buckets by name, each oldest first. */
type Lists = Readonly<Record<string, readonly Timed[]>>;

/** Fetches the buckets of a window, and later only those from the last known one on: agents report in order. */
export function useHistory<T, L extends Lists>(
  operation: Operation<T, { id: string; from: string; to: string | null; stepSeconds: number }>,
  id: string,
  { fromMs, toMs, stepMs, isZoomed }: Window,
  listsOf: (data: QueryData<T>) => L,
): UseQueryResult<L> {
  const api = useApi();
  return useQuery<L>({
    queryKey: [...keyOf(operation, { id, stepMs }), toMs - fromMs, isZoomed ? fromMs : null],
    queryFn: async ({ signal, client, queryKey }) => {
      const known = client.getQueryData<L>(queryKey);
      const start = isoOf(fromMs);
      const lastAt = Object.values(known ?? {})[0]?.at(-1)?.at ?? start;
      const since = lastAt > start ? lastAt : start;
      const variables = { id, from: since, to: isZoomed ? isoOf(toMs) : null, stepSeconds: stepMs / 1000 };
      const fresh = listsOf(await api.query(operation, variables, signal));
      const lists = Object.entries(fresh).map(([name, list]) => [
        name,
        appended(known?.[name] ?? [], list, since, start),
      ]);
      return Object.fromEntries(lists) as L;
    },
    meta: { shows: [] },
    refetchInterval: isZoomed ? false : Math.min(60_000, Math.max(10_000, stepMs / 4)),
    placeholderData: keepPreviousData as never,
  });
}
