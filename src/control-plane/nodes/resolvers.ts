import pLimit from 'p-limit';
import { catalogueNote, optionCatalogue } from '../../bitcoin/clients/catalogue.ts';
import { effectiveConfig } from '../../bitcoin/effective-config.ts';
import { nodeCondition, nodeOrder } from '../fleet/inventory/where.ts';
import type { Secret } from '../people/accounts/secret.ts';
import { sql } from '../platform/database/drizzle.ts';
import { pageOf } from '../platform/input/pages.ts';
import type { JobDeps } from '../platform/jobs/run-on-one-replica.ts';
import { perRequest } from '../request/loaders.ts';
import { adminMutation } from '../request/mutation.ts';
import type { MutationSubject } from '../request/outcome.ts';
import { organizationQuery } from '../request/query.ts';
import type { Resolvers } from '../request/resolvers.generated.ts';
import { type NodeRow, node } from '../tables/nodes.ts';
import { deleteNode, requestLifecycleAction, updateNode } from './change-node.ts';
import { type ClientLifecycle, showLifecycle } from './client-lifecycle.ts';
import { createNode } from './create-node.ts';
import { removeKeptData } from './data/remove-kept-data.ts';
import { countNodes, findNode, findNodes, nodesByExecutorLoader, nodesOf } from './find-nodes.ts';
import { configOf, configState } from './node-config.ts';
import { defaultsOf, findNodeOptions, searchOptions, shownBounds } from './node-options.ts';
import { waitsFor } from './node-status.ts';
import { cancelOperation, startOperation } from './operations/change-operation.ts';
import { operationResolvers, operationsLoader } from './operations/show-operation.ts';
import { candidatesReader } from './placement/choose-executor.ts';
import { dataRootOf } from './placement/data-roots.ts';
import { promisesLoader } from './placement/promises.ts';
import { showRoom } from './placement/room.ts';
import { previewCreation, previewUpdate } from './preview-node.ts';
import { findRotation, rotateRpcCredentials, showRotation } from './rpc-credentials/rotate-rpc-credentials.ts';
import { rotationJob } from './rpc-credentials/rotation-job.ts';
import { rpcCredentialsOf } from './rpc-credentials/rpc-credentials.ts';

/** Cost of rendering an override. */
const overrideCost = 2;

/** As documented in the schema. */
const defaultFormerMinutes = 60;

/** With the revision that the agent will fetch. */
const subject = ({ id, revision }: NodeRow): MutationSubject => ({ type: 'node', id, revision });

export function nodeResolvers({
  secret,
  lifecycle,
}: {
  secret: Secret;
  lifecycle: Pick<ClientLifecycle, 'table'>;
}): Resolvers {
  const loaderOf = perRequest(nodesByExecutorLoader);
  const operationsOf = perRequest(operationsLoader);
  const promisesOf = perRequest(promisesLoader);
  const readCandidatesOf = perRequest(candidatesReader(pLimit(1)));
  return {
    Query: {
      nodes: organizationQuery([], async ({ where, orderBy, ...args }, { reader, context: { budget, database } }) => {
        const order = nodeOrder(orderBy);
        const inScope = nodesOf(reader.organizationId, nodeCondition(where));
        return budget.fetchPage(args, (page) => findNodes(database, inScope, order, page));
      }),
      nodesCount: organizationQuery(
        null,
        async ({ where }, { reader, context }) =>
          (await countNodes(context.database, nodesOf(reader.organizationId, nodeCondition(where)))).total,
      ),
      nodeCounts: organizationQuery(null, ({ where }, { reader, context }) =>
        countNodes(context.database, nodesOf(reader.organizationId, nodeCondition(where))),
      ),
      node: organizationQuery(
        null,
        async ({ where }, { reader, context }) =>
          (await findNode(context.database, reader.organizationId, where.id)) ?? null,
      ),
      nodeOptions: organizationQuery(null, (args, { reader, context }) =>
        findNodeOptions({ database: context.database, table: lifecycle.table }, reader.organizationId, args),
      ),
      previewNodeCreation: organizationQuery(null, ({ data }, { reader, context }) =>
        context.budget.inTurn(() =>
          previewCreation(context.database, {
            organizationId: reader.organizationId,
            data,
            readCandidates: readCandidatesOf(context),
          }),
        ),
      ),
      previewNodeUpdate: organizationQuery(null, ({ data, where: { id } }, { reader: { organizationId }, context }) =>
        previewUpdate(context.database, { organizationId, id }, data),
      ),
      nodeRpcCredentials: organizationQuery(null, async (_args, { reader, context }) => {
        const { user, sealedPassword, rpcAuth } = await rpcCredentialsOf(
          context.database,
          secret,
          reader.organizationId,
        );
        // Nodes that were taken over keep the credentials of the previous control plane until a rotation.
        const refusing = sql`NOT coalesce(${node.rpcAuths} @> ${JSON.stringify({ rpcAuth })}::jsonb OR ${node.rpcAuths} @> ${JSON.stringify({ formerRpcAuth: rpcAuth })}::jsonb, true)`;
        return {
          user,
          password: secret.unseal(sealedPassword),
          refusingNodes: await context.database.$count(node, nodesOf(reader.organizationId, refusing)),
        };
      }),
      rpcCredentialRotation: organizationQuery(null, (_args, { reader, context }) =>
        findRotation(context.database, reader.organizationId),
      ),
    },
    Mutation: {
      createNode: adminMutation({
        run: ({ data }, { caller, database }) => createNode(database, caller.organizationId, data, caller.name),
        subject,
      }),
      removeKeptData: adminMutation({
        run: ({ data }, { caller, database }) => removeKeptData(database, caller.organizationId, data),
        subject,
        target: ({ data }) => ({ type: 'node', id: data.nodeId }),
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
      startNodeOperation: adminMutation({
        run: ({ nodeId, kind, params }, { caller: { organizationId, name }, database }) =>
          startOperation(database, { organizationId, nodeId, by: name }, { kind, params }),
        subject: ({ node }) => subject(node),
        target: ({ nodeId }) => ({ type: 'node', id: nodeId }),
      }),
      cancelNodeOperation: adminMutation({
        run: ({ nodeId, id }, { caller: { organizationId, name }, database }) =>
          cancelOperation(database, { organizationId, nodeId, by: name }, id),
        subject: ({ node }) => subject(node),
        target: ({ nodeId }) => ({ type: 'node', id: nodeId }),
      }),
      rotateRpcCredentials: adminMutation({
        run: async ({ formerValidForMinutes }, { caller: { organizationId, name }, database }) =>
          showRotation(
            await rotateRpcCredentials(database, secret, {
              ...{ organizationId, by: name },
              formerValidForMinutes: formerValidForMinutes ?? defaultFormerMinutes,
            }),
          ),
        subject: () => null,
      }),
      deleteNode: adminMutation({
        run: ({ data, removal, where: { id } }, { caller: { organizationId }, database }) =>
          deleteNode(database, { organizationId, id }, { policy: data, removal }),
        subject,
        target: ({ where }) => ({ type: 'node', id: where.id }),
      }),
    },
    Executor: {
      room: async ({ id, resources }, _args, context) => showRoom(resources, await promisesOf(context).load(id)),
      drain: async ({ id, drain }, _args, context) =>
        drain === null ? null : { ...drain, remaining: (await promisesOf(context).load(id)).notEnded },
      nodes: ({ id }, args, context) => loaderOf(context).load({ ownerId: id, page: pageOf(args) }),
    },
    NodeOperation: operationResolvers,
    NodeOptions: {
      defaults: defaultsOf,
      resourceBounds: shownBounds,
      catalogueVersion: (row) => optionCatalogue(row).version,
      catalogueNote: (row) => catalogueNote(row),
      configOptions: (row, { search }) => searchOptions(row, search),
    },
    Node: {
      resources: ({ cpuCores, memoryMiB, diskGiB }) => ({ cpuCores, memoryMiB, diskGiB }),
      effectiveConfig: (row) => effectiveConfig(configOf(row)),
      // A synchronous error would drop the promises of sibling fields.
      configState: async (row, _args, { budget }, info) => {
        budget.charge(row.overrides.length * overrideCost, info);
        return configState(row);
      },
      operations: async (row, { take }, context) => {
        const operations = await operationsOf(context).load({ ownerId: row.id, page: pageOf({ take }) });
        return operations.map((operation) => ({ ...operation, node: row }));
      },
      dataRoot: dataRootOf,
      waitsFor,
      clientLifecycle: (row) => showLifecycle(lifecycle.table, row, new Date()),
      takenBack: ({ observed }) => observed?.takenBack ?? null,
    },
  };
}

export const nodes = { resolvers: nodeResolvers, jobs: ({ database }: JobDeps) => [rotationJob(database)] };
