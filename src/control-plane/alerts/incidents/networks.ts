import { networks } from '../../../bitcoin/network.ts';
import type { ChainNetwork, ChainNetworkState } from '../../../contract/types.generated.ts';
import { and, eq } from '../../platform/database/database.ts';
import type { RequestContext } from '../../request/context.ts';
import { organizationQuery } from '../../request/operations.ts';
import type { Resolvers } from '../../request/resolvers.generated.ts';
import { alertIncident } from '../../tables/incidents.ts';
import { node } from '../../tables/nodes.ts';
import { nodesOfNetworks, readNodes } from './read-facts.ts';
import { chainKeyOf } from './rules/compare-chains.ts';
import type { NodeFacts } from './rules/facts.ts';
import { describeBranches, isOfFleet, judgeTree, networkName, readNetwork } from './rules/judge-chains.ts';

/** Returns the networks that an organization's running nodes follow, or the one of this name. */
async function listNetworks(
  { database, budget }: RequestContext,
  organizationId: string,
  name?: string,
): Promise<ChainNetwork[]> {
  const network = networks.find((known) => known === name?.split(':')[0]);
  if (name !== undefined && network === undefined) return [];
  const nodes = await budget.inTurn(() =>
    readNodes(
      database,
      network === undefined ? eq(node.organizationId, organizationId) : nodesOfNetworks([{ organizationId, network }]),
    ),
  );
  budget.charge(nodes.length);
  const isSplit = and(eq(alertIncident.code, 'chain_split'), eq(alertIncident.status, 'open'));
  const open = await database
    .select({ id: alertIncident.id, subjectId: alertIncident.subjectId })
    .from(alertIncident)
    .where(and(eq(alertIncident.organizationId, organizationId), isSplit));
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
  const known: ChainNetworkState = judgement === null ? 'agreed' : judgement === 'unknown' ? 'comparing' : 'split';
  const state = incidentId === null ? known : 'split';
  const height = Math.max(...nodes.map(({ sample }) => sample?.height ?? 0));
  const branches = describeBranches(tree.branches);
  return [{ name, network: first.network, state, height, nodeCount: nodes.length, incidentId, branches }];
}

export const networkResolvers = (): Resolvers => ({
  Query: {
    networks: organizationQuery([], (_args, { reader, context }) => listNetworks(context, reader.organizationId)),
    network: organizationQuery(
      null,
      async ({ where }, { reader, context }) =>
        (await listNetworks(context, reader.organizationId, where.name))[0] ?? null,
    ),
  },
});
