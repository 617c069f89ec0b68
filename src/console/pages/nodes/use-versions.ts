import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { keyOf, useApi } from '../../api/use-api.tsx';
import { useWholeList } from '../../api/use-whole-list.ts';
import { PreviewNodeChangeDocument } from '../node/danger/operations.generated.ts';
import type { Judgements, Offers } from './bulk-versions.ts';
import { OfferedVersionsDocument } from './operations.generated.ts';

/** So many nodes are judged at once. */
const atOnce = 4;

/** Fetches the versions that some executors offer; undefined until they are known. */
export function useOffers(executorIds: readonly string[]): { offers: Offers | undefined; error: Error | null } {
  const { data, error } = useWholeList(
    OfferedVersionsDocument,
    { ids: [...executorIds] },
    { rowsOf: ({ executors }) => executors, shows: ['executor'] },
  );
  const offers = data && new Map(data.map(({ id, capabilities }) => [id, capabilities.clients]));
  return { offers, error };
}

/** Asks the control plane of each node what stands against a version. */
export function useJudgements(ids: readonly string[], version: string | null): UseQueryResult<Judgements> {
  const api = useApi();
  return useQuery({
    queryKey: [...keyOf(PreviewNodeChangeDocument, { ids, version })],
    enabled: version !== null,
    queryFn: async ({ signal }) => {
      const found = new Map<string, string | null>();
      const left = [...ids];
      const worker = async () => {
        for (let id = left.shift(); id !== undefined; id = left.shift()) {
          const data = { clientVersion: version };
          const { previewNodeUpdate } = await api.query(PreviewNodeChangeDocument, { id, data }, signal);
          const issues = previewNodeUpdate?.issues.map(({ message }) => message) ?? ['It is gone.'];
          found.set(id, issues.length === 0 ? null : issues.join('; '));
        }
      };
      await Promise.all(Array.from({ length: atOnce }, worker));
      return found;
    },
  });
}
