import DataLoader from 'dataloader';
import { advice } from '../../../contract/advice.ts';
import { isOffTip, isProblemCode } from '../../../contract/node-problems.ts';
import type { NodeProblem, NodeProblemCode } from '../../../contract/types.generated.ts';
import { chainCodes } from '../../fleet/inventory/node-problems.ts';
import type { KeptFromTip } from '../../nodes/node-status.ts';
import { and, eq, inArray } from '../../platform/database/drizzle.ts';
import type { RequestContext } from '../../request/context.ts';
import { alertIncident } from '../../tables/incidents.ts';
import type { NodeRow } from '../../tables/nodes.ts';

type ChainIncident = Pick<
  typeof alertIncident.$inferSelect,
  'code' | 'message' | 'startedAt' | 'openedAt' | 'subjectId'
>;
type Asked = Pick<NodeRow, 'id' | 'organizationId'>;

/** Loads the open incidents that compare nodes with their siblings. */
export const chainIncidentsLoader = ({
  database,
}: Pick<RequestContext, 'database'>): DataLoader<Asked, ChainIncident[]> =>
  new DataLoader(
    async (asked) => {
      const rows = await database
        .select({
          code: alertIncident.code,
          message: alertIncident.message,
          startedAt: alertIncident.startedAt,
          openedAt: alertIncident.openedAt,
          subjectId: alertIncident.subjectId,
        })
        .from(alertIncident)
        .where(
          and(
            inArray(alertIncident.organizationId, [...new Set(asked.map(({ organizationId }) => organizationId))]),
            eq(alertIncident.status, 'open'),
            inArray(alertIncident.code, [...chainCodes]),
            inArray(alertIncident.subjectId, [...new Set(asked.map(({ id }) => id))]),
          ),
        );
      const byNode = Map.groupBy(rows, ({ subjectId }) => subjectId);
      return asked.map(({ id }) => byNode.get(id) ?? []);
    },
    { cache: false },
  );

/** Returns the problems that the agent reports, and those that a comparison with siblings shows. */
export function problemsOf(
  { observed, executor }: Pick<NodeRow, 'observed'> & { executor: Pick<NodeRow['executor'], 'online'> },
  ofChain: readonly ChainIncident[],
): NodeProblem[] {
  // An offline executor's last report may be outdated.
  if (!executor.online || observed === null) return [];
  const reported = (observed.problems ?? []).map(({ code, reason, since }) =>
    shown(isProblemCode(code) ? code : 'other', reason, since),
  );
  const compared = ofChain.map(({ code, message, startedAt }) =>
    shown(isProblemCode(code) ? code : 'other', message, startedAt.toISOString()),
  );
  return [...reported, ...compared].toSorted((a, b) => a.since.localeCompare(b.since));
}

export function keptFromTip(ofChain: readonly ChainIncident[]): KeptFromTip | null {
  const found = ofChain.find(({ code }) => isOffTip(code));
  return found === undefined ? null : { reason: found.message, since: found.openedAt ?? found.startedAt };
}

const shown = (code: NodeProblemCode, reason: string, since: string): NodeProblem => ({
  ...{ code, reason, since },
  advice: advice[code],
});
