import { networks } from '../../../bitcoin/network.ts';
import type { ChainBranch, ChainNetwork, ChainNetworkState } from '../../../contract/types.generated.ts';
import { and, eq } from '../../platform/database/drizzle.ts';
import type { RequestContext } from '../../request/context.ts';
import { alertIncident, type IncidentRow } from '../../tables/incidents.ts';
import { readNodesOf } from './read-facts.ts';
import { chainKeyOf } from './rules/compare-chains.ts';
import type { NodeFacts } from './rules/facts.ts';
import { describeBranches, isOfFleet, judgeTree, networkName, readNetwork } from './rules/judge-chains.ts';

/** Returns the networks that an organization's running nodes follow, or the one of this name. */
export async function listNetworks(
  { database, budget }: RequestContext,
  organizationId: string,
  name?: string,
): Promise<ChainNetwork[]> {
  const network = networks.find((known) => known === name?.split(':')[0]);
  if (name !== undefined && network === undefined) return [];
  const nodes = await budget.inTurn(() => readNodesOf(database, organizationId, network));
  budget.charge(nodes.length);
  const open = await database
    .select({ id: alertIncident.id, subjectId: alertIncident.subjectId })
    .from(alertIncident)
    .where(
      and(
        eq(alertIncident.organizationId, organizationId),
        eq(alertIncident.status, 'open'),
        eq(alertIncident.code, 'chain_split'),
      ),
    );
  const incidentOf = new Map(open.map(({ id, subjectId }) => [subjectId, id]));
  const now = new Date();
  const chains = [...Map.groupBy(nodes.filter(isOfFleet), chainKeyOf).values()];
  return chains
    .flatMap((ofChain) => shown(ofChain, incidentOf, now))
    .filter((shownNetwork) => name === undefined || shownNetwork.name === name)
    .toSorted((a, b) => networks.indexOf(a.network) - networks.indexOf(b.network));
}

function shown(nodes: readonly NodeFacts[], incidentOf: ReadonlyMap<string, string>, now: Date): ChainNetwork[] {
  const [first] = nodes;
  if (first === undefined) return [];
  const name = networkName(first);
  const tree = readNetwork(nodes, now);
  const incidentId = incidentOf.get(name) ?? null;
  const judgement = judgeTree(tree, name);
  const state: ChainNetworkState =
    incidentId !== null || (judgement !== null && judgement !== 'unknown')
      ? 'split'
      : judgement === null
        ? 'agreed'
        : 'comparing';
  return [
    {
      name,
      network: first.network,
      state,
      height: Math.max(...nodes.map(({ sample }) => sample?.height ?? 0)),
      nodeCount: nodes.length,
      incidentId,
      branches: describeBranches(tree.branches),
    },
  ];
}

/** Returns the branches that an incident was last updated with. */
export const branchesOf = ({ code, data }: Pick<IncidentRow, 'code' | 'data'>): ChainBranch[] | null =>
  code === 'chain_split' ? (data['branches'] as ChainBranch[]) : null;
