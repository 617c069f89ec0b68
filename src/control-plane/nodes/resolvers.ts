import { and, eq, isNull, type SQL } from 'drizzle-orm';
import { effectiveConfig } from '../../bitcoin/effective-config.ts';
import type { Secret } from '../accounts/secret.ts';
import { executor } from '../executors/table.ts';
import { instantFilter, stringFilter, whereOf } from '../input/filters.ts';
import { orderOf, pageOf } from '../input/pages.ts';
import { adminMutation } from '../request/mutation.ts';
import type { MutationSubject } from '../request/outcome.ts';
import { perRequest } from '../request/per-request.ts';
import { organizationQuery } from '../request/query.ts';
import type { Resolvers } from '../request/resolvers.generated.ts';
import { deleteNode, requestLifecycleAction, updateNode } from './change-node.ts';
import { createNode } from './create-node.ts';
import { findNode, findNodes } from './find-nodes.ts';
import { configOf } from './node-config.ts';
import { statusOf, waitsFor } from './node-status.ts';
import { nodesByExecutorLoader } from './nodes-by-executor.ts';
import { previewCreation, previewUpdate } from './preview-node.ts';
import { promisesLoader } from './promises.ts';
import { showRoom } from './room.ts';
import { rpcCredentialsOf } from './rpc-credentials.ts';
import { type NodeRow, node } from './table.ts';

const equals =
  (column: typeof node.network | typeof node.nodeType | typeof node.desiredState) =>
  (value: string): SQL =>
    eq(column, value as never);

/** The agent of the node's executor has a new desired state to fetch. */
const subject = ({ id, revision }: NodeRow): MutationSubject => ({ type: 'node', id, revision });

export function nodeResolvers({ secret }: { secret: Secret }): Resolvers {
  const loaderOf = perRequest(nodesByExecutorLoader);
  const promisesOf = perRequest(promisesLoader);
  return {
    Query: {
      nodes: organizationQuery([], async ({ where, orderBy, take, skip }, { reader, context }) => {
        const page = pageOf({ take, skip });
        const condition = whereOf(where, {
          id: stringFilter(node.id),
          name: stringFilter(node.name),
          clientVersion: stringFilter(node.clientVersion),
          executorName: stringFilter(executor.name),
          executorId: stringFilter(executor.id),
          network: equals(node.network),
          nodeType: equals(node.nodeType),
          desiredState: equals(node.desiredState),
          createdAt: instantFilter(node.createdAt),
          updatedAt: instantFilter(node.updatedAt),
        });
        const order = orderOf(orderBy, {
          name: node.name,
          network: node.network,
          clientVersion: node.clientVersion,
          createdAt: node.createdAt,
          updatedAt: node.updatedAt,
        });
        const inScope = and(eq(node.organizationId, reader.organizationId), isNull(node.removedAt), condition);
        return context.budget.fetchRows(page.take, (limit) =>
          findNodes(context.database, inScope, order, { ...page, take: limit }),
        );
      }),
      node: organizationQuery(
        null,
        async ({ where }, { reader, context }) =>
          (await findNode(context.database, reader.organizationId, where.id)) ?? null,
      ),
      previewNodeCreation: organizationQuery(null, ({ data }, { reader, context }) =>
        previewCreation(context.database, reader.organizationId, data),
      ),
      previewNodeUpdate: organizationQuery(null, ({ data, where: { id } }, { reader: { organizationId }, context }) =>
        previewUpdate(context.database, { organizationId, id }, data),
      ),
      nodeRpcCredentials: organizationQuery(null, async (_args, { reader, context }) => {
        const { user, sealedPassword } = await rpcCredentialsOf(context.database, secret, reader.organizationId);
        return { user, password: secret.unseal(sealedPassword) };
      }),
    },
    Mutation: {
      createNode: adminMutation({
        run: ({ data }, { caller, database }) => createNode(database, caller.organizationId, data),
        subject,
      }),
      updateNode: adminMutation({
        run: ({ data, where: { id } }, { caller: { organizationId }, database }) =>
          updateNode(database, { organizationId, id }, data),
        subject,
        target: ({ where }) => ({ type: 'node', id: where.id }),
      }),
      requestNodeLifecycleAction: adminMutation({
        run: ({ id, action }, { caller: { organizationId }, database }) =>
          requestLifecycleAction(database, { organizationId, id }, action),
        subject,
        target: ({ id }) => ({ type: 'node', id }),
      }),
      deleteNode: adminMutation({
        run: ({ data, where: { id } }, { caller: { organizationId }, database }) =>
          deleteNode(database, { organizationId, id }, data),
        subject,
        target: ({ where }) => ({ type: 'node', id: where.id }),
      }),
    },
    Executor: {
      room: async ({ id, resources }, _args, context) => showRoom(resources, await promisesOf(context).load(id)),
      drain: async ({ id, drain }, _args, context) =>
        drain === null ? null : { ...drain, remaining: (await promisesOf(context).load(id)).notEnded },
      nodes: ({ id }, args, context) => loaderOf(context).load({ executorId: id, page: pageOf(args) }),
    },
    Node: {
      resources: ({ cpuCores, memoryMiB, diskGiB }) => ({ cpuCores, memoryMiB, diskGiB }),
      effectiveConfig: (row) => effectiveConfig(configOf(row)),
      waitsFor,
      status: statusOf,
      createdAt: (row) => row.createdAt.toISOString(),
      updatedAt: (row) => row.updatedAt.toISOString(),
    },
  };
}
