import { useWholeList } from '../../api/lists.ts';
import { DeployOrphansDocument, DeploySiblingsDocument } from './operations.generated.ts';
import { orphanSources, type Plan, siblingSources } from './plan.ts';
import type { Sources } from './step-ids.ts';

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
