import { hasPeers } from '../../../bitcoin/network.ts';
import { advice } from '../../../contract/advice.ts';
import { isOffTip, isProblemCode } from '../../../contract/node-problems.ts';
import type { NodeProblem } from '../../../contract/types.generated.ts';
import { chainCodes } from '../../fleet/inventory/node-problems.ts';
import { branchText, judgeHealth } from '../../nodes/node-health.ts';
import { type BehindSiblings, deliveredState, mayBeBehind, statusOf } from '../../nodes/node-status.ts';
import { and, eq, hasKeys, inArray, sql } from '../../platform/database/database.ts';
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
import type { NodeRow } from '../../tables/nodes.ts';
import { challengeOf } from './read-facts.ts';
import { networkName } from './rules/judge-chains.ts';

type ChainIncident = Pick<IncidentRow, 'code' | 'message' | 'startedAt' | 'openedAt' | 'subjectId'>;

/** Loads the open incidents that compare nodes with their siblings. */
const chainIncidentsLoader = ({ database }: RequestContext) =>
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

/** A node's place off the leading branch, with the open incident of the split. */
type Branch = BranchStanding & { nodeId: string; incidentId: string | null };

/** Loads where nodes stand that are off the leading branch of an open split. */
const branchesLoader = ({ database }: RequestContext) =>
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
      const networks = new Map(nodes.map((node) => [node.id, networkName({ ...node, challenge: challengeOf(node) })]));
      return found.map(({ nodeId, branch }) => {
        const split = splits.find((each) => each.subjectId === networks.get(nodeId));
        return { ...branch, nodeId, incidentId: split?.id ?? null };
      });
    },
    ({ nodeId }) => nodeId,
    ({ id }) => id,
  );

/** Loads the greatest height of the organization's nodes of each network. */
const networkHeightLoader = ({ database }: RequestContext) =>
  rowsLoader(
    (nodes: readonly NodeRow[]) =>
      database
        .select({ organizationId: chainNetwork.organizationId, name: chainNetwork.name, height: chainNetwork.height })
        .from(chainNetwork)
        .where(inArray(chainNetwork.organizationId, [...new Set(nodes.map((node) => node.organizationId))])),
    ({ organizationId, name }) => `${organizationId} ${name}`,
    (node) => `${node.organizationId} ${networkName({ ...node, challenge: challengeOf(node) })}`,
  );

/** Returns the problems that the agent reports and those found by comparison with other nodes of the network. */
function problemsOf(
  { observed, executor }: Pick<NodeRow, 'observed'> & { executor: Pick<NodeRow['executor'], 'online'> },
  ofChain: readonly ChainIncident[],
  branch: Branch | undefined,
): NodeProblem[] {
  // An offline executor's last report may be outdated.
  if (!executor.online || observed === null) return [];
  const reported = (observed.problems ?? []).map(({ code, reason, since }) => shown(code, reason, since));
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

export function nodeProblemResolvers(): Resolvers {
  const chainIncidentsOf = perRequest(chainIncidentsLoader);
  const branchesOf = perRequest(branchesLoader);
  const networkHeightOf = perRequest(networkHeightLoader);
  const branchOf = async (row: NodeRow, context: RequestContext) => (await branchesOf(context).load(row))[0];
  const shownStatus = async (row: NodeRow, context: RequestContext) =>
    statusOf(row, mayBeBehind(row) ? behindSiblings(await chainIncidentsOf(context).load(row)) : null);
  const shownProblems = async (row: NodeRow, context: RequestContext) => {
    const [ofChain, branch] = await Promise.all([chainIncidentsOf(context).load(row), branchOf(row, context)]);
    return problemsOf(row, ofChain, branch);
  };
  return {
    Node: {
      status: (row, _args, context) => shownStatus(row, context),
      problems: (row, _args, context) => shownProblems(row, context),
      health: async (row, _args, context) => {
        const [{ phase }, problems, branch, [tip]] = await Promise.all([
          shownStatus(row, context),
          shownProblems(row, context),
          branchOf(row, context),
          networkHeightOf(context).load(row),
        ]);
        return judgeHealth({
          ...{ phase, problems, network: row.network, metrics: row.metrics, metricsAt: row.metricsAt, now: new Date() },
          desiredState: deliveredState(row.desiredState, row.executor.drain),
          branch: branch ?? null,
          networkHeight: hasPeers(row.network) ? (tip?.height ?? null) : null,
        });
      },
    },
  };
}
