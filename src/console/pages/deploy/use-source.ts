import type { UseQueryResult } from '@tanstack/react-query';
import { useWholeList } from '../../api/use-whole-list.ts';
import { DeployOrphansDocument, DeploySiblingsDocument } from './operations.generated.ts';
import type { Plan } from './plan.ts';
import { orphanSources, type Source, siblingSources } from './source.ts';

/** What a node may begin with, as far as its plan asks for it. */
export interface Sources {
  /** Undefined where a node begins its own chain. */
  query: UseQueryResult<readonly unknown[]> | undefined;
  all: readonly Source[];
  /** The one that is chosen. */
  chosen: Source | null;
}

/** Fetches the chain data that a plan may begin with. */
export function useSources({ beginning, adoptData, seedFrom }: Plan): Sources {
  const orphans = useWholeList(
    DeployOrphansDocument,
    {},
    { rowsOf: (data) => data.executors, shows: ['executor'], enabled: beginning === 'adopt' },
  );
  const siblings = useWholeList(
    DeploySiblingsDocument,
    {},
    { rowsOf: (data) => data.nodes, shows: ['node', 'executor'], enabled: beginning === 'seed' },
  );
  if (beginning === 'new') return { query: undefined, all: [], chosen: null };
  const isAdoption = beginning === 'adopt';
  const all = isAdoption ? orphanSources(orphans.data ?? []) : siblingSources(siblings.data ?? []);
  const id = isAdoption ? adoptData : seedFrom;
  return { query: isAdoption ? orphans : siblings, all, chosen: all.find((each) => each.id === id) ?? null };
}
