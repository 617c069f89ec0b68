import type { NodeRolloutCounts, NodeRolloutWhereInput, StringFilter } from '../../contract/types.generated.ts';
import { findNodesById } from '../nodes/find-nodes.ts';
import {
  and,
  asc,
  count,
  type Database,
  desc,
  eq,
  gte,
  inArray,
  isNotNull,
  lt,
  type SQL,
  sql,
} from '../platform/database/database.ts';
import { hasKeys, type TenantKey } from '../platform/database/tenant-keys.ts';
import { type Fields, hasId, idFilter, instantFilter, valueFilter, whereOf } from '../platform/input/filters.ts';
import { pageOf } from '../platform/input/pages.ts';
import type { RequestContext } from '../request/context.ts';
import { pagesLoader, perRequest, rowLoader, rowsLoader } from '../request/loaders.ts';
import { organizationQuery } from '../request/operations.ts';
import type { Resolvers } from '../request/resolvers.generated.ts';
import { columnSnapshot } from '../request/trail/audit-trail.ts';
import { type NodeRolloutMemberRow, nodeRollout, nodeRolloutMember } from '../tables/node-rollouts.ts';
import type { NodeRow } from '../tables/nodes.ts';

const hasMember = (filter: StringFilter): SQL =>
  sql`EXISTS (SELECT 1 FROM ${nodeRolloutMember} WHERE ${nodeRolloutMember.organizationId} = ${nodeRollout.organizationId}
    AND ${nodeRolloutMember.rolloutId} = ${nodeRollout.id} AND ${idFilter(nodeRolloutMember.nodeId)(filter) ?? sql`true`})`;

const fields: Fields<NodeRolloutWhereInput> = {
  state: valueFilter(nodeRollout.state),
  nodeId: hasMember,
  requestedAt: instantFilter(nodeRollout.requestedAt),
};

const isRollout = (organizationId: string, id: string): SQL | undefined =>
  and(hasId(nodeRollout.id, id), eq(nodeRollout.organizationId, organizationId));

export const selectNodeRollout = (database: Database, organizationId: string, id: string) =>
  database.select().from(nodeRollout).where(isRollout(organizationId, id));

const ofRollouts = (rollouts: readonly TenantKey[]) =>
  hasKeys({ ...nodeRolloutMember, id: nodeRolloutMember.rolloutId }, rollouts);

const membersLoader = ({ database, budget }: RequestContext) =>
  pagesLoader<NodeRolloutMemberRow>(
    ({ rolloutId }) => rolloutId,
    (rollouts, { take, skip }) => {
      const { rolloutId, position } = nodeRolloutMember;
      const inPage = and(ofRollouts(rollouts), gte(position, skip), lt(position, skip + take));
      const members = database.select().from(nodeRolloutMember).where(inPage);
      return budget.fetchRows(rollouts.length * take, members.orderBy(asc(rolloutId), asc(position)));
    },
  );

type Counted = NodeRolloutCounts & { rolloutId: string };

function selectCounts(database: Database, rollouts: readonly TenantKey[]): Promise<Counted[]> {
  const { rolloutId, state } = nodeRolloutMember;
  const of = (...states: NodeRolloutMemberRow['state'][]) => count(sql`CASE WHEN ${inArray(state, states)} THEN 1 END`);
  const done = { changed: of('changed'), failed: of('failed', 'refused'), skipped: of('skipped') };
  const restorable = count(nodeRolloutMember.previous);
  return database
    .select({ rolloutId, total: count(), waiting: of('waiting'), underWay: of('under_way'), ...done, restorable })
    .from(nodeRolloutMember)
    .where(ofRollouts(rollouts))
    .groupBy(rolloutId);
}

const noNodes = { total: 0, waiting: 0, underWay: 0, changed: 0, failed: 0, skipped: 0, restorable: 0 };

export const countMembers = async (database: Database, rollout: TenantKey): Promise<NodeRolloutCounts> =>
  (await selectCounts(database, [rollout]))[0] ?? noNodes;

const countsLoader = ({ database }: RequestContext) =>
  rowLoader<Counted>(
    ({ rolloutId }) => rolloutId,
    (rollouts) => selectCounts(database, rollouts),
  );

/** A group has at most 100 members, and only those of one group are waited for. */
const waitsLoader = ({ database }: RequestContext) =>
  rowsLoader(
    (rollouts: readonly TenantKey[]) =>
      database
        .select()
        .from(nodeRolloutMember)
        .where(and(ofRollouts(rollouts), isNotNull(nodeRolloutMember.waitCode)))
        .orderBy(asc(nodeRolloutMember.rolloutId), asc(nodeRolloutMember.position)),
    ({ rolloutId }) => rolloutId,
    ({ id }) => id,
  );

const nodeLoader = ({ database, budget }: RequestContext) =>
  rowLoader<NodeRow>(
    ({ id }) => id,
    async (keys, ids) => {
      // The rollouts of a request are those of one organization.
      const [organizationId = ''] = new Set(keys.map((key) => key.organizationId));
      return budget.fetchRows(keys.length, () => findNodesById(database, organizationId, ids));
    },
  );

export function nodeRolloutResolvers(): Resolvers {
  const membersOf = perRequest(membersLoader);
  const countsOf = perRequest(countsLoader);
  const waitsOf = perRequest(waitsLoader);
  const nodeOf = perRequest(nodeLoader);
  return {
    Query: {
      nodeRollouts: organizationQuery([], async ({ where, ...args }, { reader, context }) => {
        const { organizationId, requestedAt, id } = nodeRollout;
        const condition = and(eq(organizationId, reader.organizationId), whereOf(where, fields));
        const found = context.database.select().from(nodeRollout).where(condition);
        return context.budget.fetchPage(args, found.orderBy(desc(requestedAt), desc(id)));
      }),
      nodeRollout: organizationQuery(
        null,
        async ({ where }, { reader, context }) =>
          (await selectNodeRollout(context.database, reader.organizationId, where.id))[0] ?? null,
      ),
    },
    NodeRollout: {
      policy: ({ policy: { budget, canary, outsideWindows = false, windows, height, gate, rehearse = false } }) => ({
        ...{ budget: budget ?? null, canary: canary ?? null, outsideWindows, rehearse },
        ...{ windows: windows ?? null, height: height ?? null, gate: gate ?? null },
      }),
      counts: async (row, _args, context) => (await countsOf(context).load(row)) ?? noNodes,
      members: (owner, args, context) => membersOf(context).load({ owner, page: pageOf(args) }),
      waitsFor: (row, _args, context) => waitsOf(context).load(row),
    },
    NodeRolloutMember: {
      id: ({ rolloutId, position }) => `${rolloutId}:${position}`,
      group: ({ groupNumber }) => groupNumber,
      node: ({ organizationId, nodeId: id }, _args, context) => nodeOf(context).load({ organizationId, id }),
      isRestart: ({ request }) => 'restart' in request,
      wait: ({ waitCode: code, waitMessage: message }) => (code === null ? null : { code, message: message ?? '' }),
      blocksBehindBefore: ({ before }) => before?.blocksBehind ?? null,
    },
  };
}

export const nodeRolloutSnapshot = columnSnapshot('summary', (transaction, organizationId, id) => {
  const nodes = sql<string[] | null>`(SELECT json_agg(node_name ORDER BY position)
      FROM node_rollout_member
      WHERE organization_id = node_rollout.organization_id AND rollout_id = node_rollout.id)`;
  const { summary, parallel, policy, state, reason, undoes } = nodeRollout;
  const shown = transaction.select({ summary, parallel, policy, state, reason, undoes, nodes });
  return shown.from(nodeRollout).where(isRollout(organizationId, id));
});
