import { and, eq, isNull, type SQL } from 'drizzle-orm';
import { effectiveConfig } from '../../bitcoin/effective-config.ts';
import type { NodeStatus } from '../../contract/types.generated.ts';
import { isAdmin, readerOf, writerOf } from '../accounts/guard.ts';
import type { ApiContext } from '../api/context.ts';
import { instantOf, textOf, whereOf } from '../api/filters.ts';
import { orderOf, pageOf } from '../api/pages.ts';
import { executor, node, rpcCredentials } from '../database/schema.ts';
import type { Resolvers } from '../resolvers.generated.ts';
import { deleteNode, requestLifecycleAction, updateNode } from './change.ts';
import { createNode } from './create.ts';
import { findNode, nodesOf } from './find.ts';
import { configOf, type NodeRow } from './node.ts';

/** Tells the node's executor that something changed, once it is in the database. */
async function nudging(context: ApiContext, change: Promise<NodeRow>): Promise<NodeRow> {
  const row = await change;
  context.nudges.nudge(row.executorId);
  return row;
}

export const nodeResolvers: Resolvers = {
  Query: {
    nodes: async (_root, { where, orderBy, take, skip }, context) => {
      const reader = readerOf(context);
      if (reader === null) return [];
      const page = pageOf({ take, skip });
      const equals =
        (column: typeof node.network | typeof node.nodeType | typeof node.desiredState) =>
        (value: string): SQL =>
          eq(column, value as never);
      const condition = whereOf(where, {
        id: textOf(node.id),
        name: textOf(node.name),
        clientVersion: textOf(node.clientVersion),
        executorName: textOf(executor.name),
        executorId: textOf(executor.id),
        network: equals(node.network),
        nodeType: equals(node.nodeType),
        desiredState: equals(node.desiredState),
        createdAt: instantOf(node.createdAt),
        updatedAt: instantOf(node.updatedAt),
      });
      const order = orderOf(orderBy, {
        name: node.name,
        network: node.network,
        clientVersion: node.clientVersion,
        createdAt: node.createdAt,
        updatedAt: node.updatedAt,
      });
      const ours = and(eq(node.organizationId, reader.organizationId), isNull(node.removedAt), condition);
      return nodesOf(context.database, ours, order, page);
    },
    node: async (_root, { where }, context) => {
      const reader = readerOf(context);
      return reader === null ? null : ((await findNode(context.database, reader.organizationId, where.id)) ?? null);
    },
    nodeRpcCredentials: async (_root, _arguments, context) => {
      if (!isAdmin(readerOf(context))) return null;
      const [row] = await context.database.select().from(rpcCredentials);
      return row === undefined ? null : { user: row.user, password: context.secret.unseal(row.sealedPassword) };
    },
  },
  Mutation: {
    createNode: (_root, { data }, context) => {
      const { organizationId } = writerOf(context);
      return nudging(context, createNode(context.database, organizationId, data));
    },
    updateNode: (_root, { data, where }, context) => {
      const { organizationId } = writerOf(context);
      return nudging(context, updateNode(context.database, organizationId, where.id, data));
    },
    requestNodeLifecycleAction: (_root, { id, action }, context) => {
      const { organizationId } = writerOf(context);
      return nudging(context, requestLifecycleAction(context.database, organizationId, id, action));
    },
    deleteNode: (_root, { data, where }, context) => {
      const { organizationId } = writerOf(context);
      return nudging(context, deleteNode(context.database, organizationId, where.id, data));
    },
  },
  Node: {
    resources: ({ cpuCores, memoryMiB, diskGiB }) => ({ cpuCores, memoryMiB, diskGiB }),
    effectiveConfig: (row) => effectiveConfig(configOf(row)),
    status: statusOf,
    createdAt: (row) => row.createdAt.toISOString(),
    updatedAt: (row) => row.updatedAt.toISOString(),
  },
};

/** What an executor that is gone last said may no longer be true. */
function statusOf({ observed, observedAt, createdAt, executor: where }: NodeRow): NodeStatus {
  if (observed === null) return { phase: 'pending', since: createdAt.toISOString(), reason: null };
  const reported = { ...observed, reportedAt: observedAt?.toISOString() ?? null };
  if (where.online) return reported;
  return {
    ...reported,
    phase: 'unknown',
    since: where.lastSeenAt.toISOString(),
    reason: `${where.name} is offline; the node was ${observed.phase} when it was last heard of`,
  };
}
