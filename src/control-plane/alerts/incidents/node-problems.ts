import { hasPeers } from '../../../bitcoin/network.ts';
import { chainOf, networkName } from '../../../bitcoin/network-name.ts';
import { advice } from '../../../contract/advice.ts';
import { isOffTip, isProblemCode } from '../../../contract/node-problems.ts';
import type { NodeHealth, NodeProblem, NodeStatus } from '../../../contract/types.generated.ts';
import { chainCodes, isNetworkGap } from '../../fleet/inventory/node-problems.ts';
import { branchText, judgeHealth } from '../../nodes/node-health.ts';
import { type BehindSiblings, deliveredState, mayBeBehind, statusOf } from '../../nodes/node-status.ts';
import { and, type Database, eq, hasKeys, inArray, sql } from '../../platform/database/database.ts';
import type { RequestContext } from '../../request/context.ts';
import { perRequest, rowsLoader } from '../../request/loaders.ts';
import type { Resolvers } from '../../request/resolvers.generated.ts';
import {
  alertIncident,
  type BranchStanding,
  chainNetwork,
  hasBranch,
  type IncidentRow,
  nodeWatch,
} from '../../tables/incidents.ts';
import { type NodeRow, nodeListing } from '../../tables/nodes.ts';

type ChainIncident = Pick<IncidentRow, 'code' | 'message' | 'startedAt' | 'openedAt' | 'subjectId'>;

/** Loads the open incidents that compare nodes with their siblings. */
const chainIncidentsLoader = ({ database }: Pick<RequestContext, 'database'>) =>
  rowsLoader(
    async (nodes: readonly Pick<NodeRow, 'id' | 'organizationId'>[]) => {
      const { organizationId, status, code, message, startedAt, openedAt, subjectId } = alertIncident;
      const isOpen = and(eq(status, 'open'), inArray(code, [...chainCodes]));
      const owners = inArray(organizationId, [...new Set(nodes.map((node) => node.organizationId))]);
      return database
        .select({ code, message, startedAt, openedAt, subjectId })
        .from(alertIncident)
        .where(and(owners, isOpen, inArray(subjectId, [...new Set(nodes.map(({ id }) => id))])));
    },
    ({ subjectId }) => subjectId,
    ({ id }) => id,
  );

const reportsGap = ({ observed }: Pick<NodeRow, 'observed'>): boolean =>
  observed?.problems?.some(({ code }) => code === 'tip_stale') ?? false;

/** Loads the nodes that report a gap between blocks which is one of their network. */
const networkGapsLoader = ({ database }: Pick<RequestContext, 'database'>) =>
  rowsLoader(
    async (nodes: readonly NodeRow[]): Promise<{ id: string }[]> => {
      const reporting = nodes.filter(reportsGap);
      if (reporting.length === 0) return [];
      const { id } = nodeListing;
      return database
        .select({ id })
        .from(nodeListing)
        .where(and(hasKeys(nodeListing, reporting), isNetworkGap));
    },
    ({ id }) => id,
    ({ id }) => id,
  );

/** A node's place off the leading branch, with the open incident of the split. */
type Branch = BranchStanding & { nodeId: string; incidentId: string | null };

/** Loads where nodes stand that are off the leading branch of an open split. */
const branchesLoader = ({ database }: Pick<RequestContext, 'database'>) =>
  rowsLoader(
    async (nodes: readonly NodeRow[]): Promise<Branch[]> => {
      const keys = { organizationId: nodeWatch.organizationId, id: nodeWatch.nodeId };
      const found = await database
        .select({ nodeId: nodeWatch.nodeId, branch: sql<BranchStanding>`${nodeWatch.chain} -> 'branch'` })
        .from(nodeWatch)
        .where(and(hasBranch, hasKeys(keys, nodes)));
      if (found.length === 0) return [];
      const { id, organizationId, code, status, subjectId } = alertIncident;
      const owners = inArray(organizationId, [...new Set(nodes.map((node) => node.organizationId))]);
      const splits = await database
        .select({ id, organizationId, subjectId })
        .from(alertIncident)
        .where(and(owners, eq(code, 'chain_split'), eq(status, 'open')));
      const networks = new Map(nodes.map((node) => [node.id, networkName(chainOf(node))]));
      return found.map(({ nodeId, branch }) => {
        const split = splits.find((each) => each.subjectId === networks.get(nodeId));
        return { ...branch, nodeId, incidentId: split?.id ?? null };
      });
    },
    ({ nodeId }) => nodeId,
    ({ id }) => id,
  );

/** Loads the greatest height of the organization's nodes of each network. */
const networkHeightLoader = ({ database }: Pick<RequestContext, 'database'>) =>
  rowsLoader(
    (nodes: readonly NodeRow[]) =>
      database
        .select({ organizationId: chainNetwork.organizationId, name: chainNetwork.name, height: chainNetwork.height })
        .from(chainNetwork)
        .where(inArray(chainNetwork.organizationId, [...new Set(nodes.map((node) => node.organizationId))])),
    ({ organizationId, name }) => `${organizationId} ${name}`,
    (node) => `${node.organizationId} ${networkName(chainOf(node))}`,
  );

interface Compared {
  ofChain: readonly ChainIncident[];
  branch: Branch | undefined;
  isNetworkGap: boolean;
}

/** Returns the problems that the agent reports and those found by comparison with other nodes of the network. */
function problemsOf(
  { observed, executor }: Pick<NodeRow, 'observed'> & { executor: Pick<NodeRow['executor'], 'online'> },
  { ofChain, branch, isNetworkGap: isOfNetwork }: Compared,
): NodeProblem[] {
  // An offline executor's last report may be outdated.
  if (!executor.online || observed === null) return [];
  const ofNode = (observed.problems ?? []).filter(({ code }) => code !== 'tip_stale' || !isOfNetwork);
  const reported = ofNode.map(({ code, reason, since }) => shown(code, reason, since));
  const compared = ofChain.map(({ code, message, startedAt }) => shown(code, message, startedAt.toISOString()));
  const standing = branch === undefined ? [] : [shown('other_branch', `${branchText(branch)}.`, observed.since)];
  return [...reported, ...compared, ...standing].toSorted((a, b) => a.since.localeCompare(b.since));
}

function behindSiblings(ofChain: readonly ChainIncident[]): BehindSiblings | null {
  const found = ofChain.find(({ code }) => isOffTip(code));
  return found === undefined ? null : { reason: found.message, since: found.openedAt ?? found.startedAt };
}

function shown(code: string, reason: string, since: string): NodeProblem {
  const known = isProblemCode(code) ? code : 'other';
  return { code: known, reason, since, advice: advice[known] };
}

interface Observations {
  status: NodeStatus;
  problems: readonly NodeProblem[];
  branch: Branch | undefined;
  /** The greatest height of its network's nodes; null for a private chain and if unknown. */
  networkHeight: number | null;
}

const healthOf = (row: NodeRow, { status: { phase }, problems, branch, networkHeight }: Observations): NodeHealth =>
  judgeHealth({
    ...{ phase, problems, network: row.network, metrics: row.metrics, metricsAt: row.metricsAt, now: new Date() },
    desiredState: deliveredState(row.desiredState, row.executor.drain),
    branch: branch ?? null,
    networkHeight,
  });

const loadersOf = (context: Pick<RequestContext, 'database'>) => ({
  chainIncidents: chainIncidentsLoader(context),
  branches: branchesLoader(context),
  networkHeights: networkHeightLoader(context),
  networkGaps: networkGapsLoader(context),
});

type Loaded = [
  ofChain: readonly ChainIncident[],
  branches: readonly Branch[],
  heights: readonly { height: number }[],
  gaps: readonly { id: string }[],
];

function observe(row: NodeRow, ...[ofChain, [branch], [tip], gaps]: Loaded): Observations {
  return {
    status: statusOf(row, mayBeBehind(row) ? behindSiblings(ofChain) : null),
    problems: problemsOf(row, { ofChain, branch, isNetworkGap: gaps.length > 0 }),
    branch,
    networkHeight: hasPeers(row.network) ? (tip?.height ?? null) : null,
  };
}

export interface JudgedNode {
  row: NodeRow;
  status: NodeStatus;
  problems: readonly NodeProblem[];
  health: NodeHealth;
  networkHeight: number | null;
}

/** Judges nodes as the API shows them, in their order: one statement after another, because a transaction has one connection. */
export async function judgeNodes(database: Database, rows: readonly NodeRow[]): Promise<JudgedNode[]> {
  const { chainIncidents, branches, networkHeights, networkGaps } = loadersOf({ database });
  const ofChain = await Promise.all(rows.map((row) => chainIncidents.load(row)));
  const standings = await Promise.all(rows.map((row) => branches.load(row)));
  const heights = await Promise.all(rows.map((row) => networkHeights.load(row)));
  const gaps = await Promise.all(rows.map((row) => networkGaps.load(row)));
  return rows.map((row, index) => {
    const loaded = [ofChain[index] ?? [], standings[index] ?? [], heights[index] ?? [], gaps[index] ?? []] as const;
    const observations = observe(row, ...loaded);
    return { row, ...observations, health: healthOf(row, observations) };
  });
}

export function nodeProblemResolvers(): Resolvers {
  const loaders = perRequest(loadersOf);
  return {
    Node: {
      status: async (row, _args, context) =>
        statusOf(row, mayBeBehind(row) ? behindSiblings(await loaders(context).chainIncidents.load(row)) : null),
      problems: async (row, _args, context) => {
        const { chainIncidents, branches, networkGaps } = loaders(context);
        const loaded = [chainIncidents.load(row), branches.load(row), networkGaps.load(row)] as const;
        const [ofChain, [branch], gaps] = await Promise.all(loaded);
        return problemsOf(row, { ofChain, branch, isNetworkGap: gaps.length > 0 });
      },
      health: async (row, _args, context) => {
        const { chainIncidents, branches, networkHeights, networkGaps } = loaders(context);
        const ofNode = [chainIncidents.load(row), branches.load(row)] as const;
        const loaded = [...ofNode, networkHeights.load(row), networkGaps.load(row)] as const;
        return healthOf(row, observe(row, ...(await Promise.all(loaded))));
      },
    },
  };
}
