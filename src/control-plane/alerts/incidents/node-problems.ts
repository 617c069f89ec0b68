import { advice } from '../../../contract/advice.ts';
import { isOffTip, isProblemCode } from '../../../contract/node-problems.ts';
import type { NodeProblem } from '../../../contract/types.generated.ts';
import { chainCodes } from '../../fleet/inventory/node-problems.ts';
import { type BehindSiblings, mayBeBehind, statusOf } from '../../nodes/node-status.ts';
import { and, eq, inArray } from '../../platform/database/database.ts';
import type { RequestContext } from '../../request/context.ts';
import { perRequest, rowsLoader } from '../../request/loaders.ts';
import type { Resolvers } from '../../request/resolvers.generated.ts';
import { alertIncident, type IncidentRow } from '../../tables/incidents.ts';
import type { NodeRow } from '../../tables/nodes.ts';

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

/** Returns the problems that the agent reports and those found by comparison with siblings. */
function problemsOf(
  { observed, executor }: Pick<NodeRow, 'observed'> & { executor: Pick<NodeRow['executor'], 'online'> },
  ofChain: readonly ChainIncident[],
): NodeProblem[] {
  // An offline executor's last report may be outdated.
  if (!executor.online || observed === null) return [];
  const reported = (observed.problems ?? []).map(({ code, reason, since }) => shown(code, reason, since));
  const compared = ofChain.map(({ code, message, startedAt }) => shown(code, message, startedAt.toISOString()));
  return [...reported, ...compared].toSorted((a, b) => a.since.localeCompare(b.since));
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
  return {
    Node: {
      status: async (row, _args, context) =>
        statusOf(row, mayBeBehind(row) ? behindSiblings(await chainIncidentsOf(context).load(row)) : null),
      problems: async (row, _args, context) => problemsOf(row, await chainIncidentsOf(context).load(row)),
    },
  };
}
