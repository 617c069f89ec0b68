import type { ExecutorWhereUniqueInput } from '../../../contract/types.generated.ts';
import { publish } from '../../platform/bus/bus.ts';
import type { Database } from '../../platform/database/database.ts';
import { and, asc, eq, isNull, ne } from '../../platform/database/drizzle.ts';
import { domainError } from '../../platform/input/errors.ts';
import type { PersonalCaller } from '../../request/caller.ts';
import { adminMutation } from '../../request/mutation.ts';
import type { MutationSubject } from '../../request/outcome.ts';
import { organizationQuery } from '../../request/query.ts';
import type { Resolvers } from '../../request/resolvers.generated.ts';
import { type ExecutorRow, executor } from '../../tables/executors.ts';
import { node } from '../../tables/nodes.ts';
import { executorCondition, executorOrder } from '../inventory/where.ts';
import { cordonExecutor, drainExecutor, uncordonExecutor, undrainExecutor } from './drain.ts';
import { findExecutor, lockExecutor } from './find-executor.ts';
import { labelList, updateExecutor } from './labels.ts';

/** Throws `executor_has_nodes`. */
async function deleteExecutor(transaction: Database, organizationId: string, id: string): Promise<ExecutorRow> {
  const row = await lockExecutor(transaction, organizationId, id);
  // The agent of a lost host never confirms a deletion.
  const counts = row.online ? undefined : ne(node.desiredState, 'deleted');
  const [remaining] = await transaction
    .select({ name: node.name })
    .from(node)
    .where(and(eq(node.executorId, row.id), isNull(node.removedAt), counts))
    .limit(1);
  if (remaining !== undefined) {
    throw domainError(
      'executor_has_nodes',
      `${row.name} still has nodes (such as ${remaining.name}); delete them first`,
    );
  }
  await transaction.delete(executor).where(eq(executor.id, row.id));
  await publish(transaction, { kind: 'executor-deleted', executorId: row.id });
  return row;
}

const subject = ({ id }: ExecutorRow): MutationSubject => ({ type: 'executor', id });

const named = ({ id }: ExecutorWhereUniqueInput): MutationSubject => ({ type: 'executor', id });

const requestOf = ({ id }: ExecutorWhereUniqueInput, { organizationId, name }: PersonalCaller) => ({
  organizationId,
  executorId: id,
  by: name,
});

export const executorResolvers = (): Resolvers => ({
  Query: {
    executors: organizationQuery([], async ({ where, orderBy, ...args }, { reader, context }) => {
      const order = executorOrder(orderBy);
      const inScope = and(eq(executor.organizationId, reader.organizationId), executorCondition(where));
      return context.budget.fetchPage(args, ({ take, skip }) =>
        context.database
          .select()
          .from(executor)
          .where(inScope)
          .orderBy(...order, asc(executor.name))
          .limit(take)
          .offset(skip),
      );
    }),
    executorsCount: organizationQuery(null, ({ where }, { reader, context }) =>
      context.database.$count(
        executor,
        and(eq(executor.organizationId, reader.organizationId), executorCondition(where)),
      ),
    ),
    executor: organizationQuery(
      null,
      async ({ where }, { reader, context }) =>
        (await findExecutor(context.database, reader.organizationId, where.id)) ?? null,
    ),
  },
  Mutation: {
    deleteExecutor: adminMutation({
      run: ({ where }, { caller, database }) => deleteExecutor(database, caller.organizationId, where.id),
      subject,
      target: ({ where }) => named(where),
    }),
    updateExecutor: adminMutation({
      run: ({ where, data }, { caller: { organizationId }, database }) =>
        updateExecutor(database, { organizationId, executorId: where.id }, data),
      subject,
      target: ({ where }) => named(where),
    }),
    cordonExecutor: adminMutation({
      run: ({ where, reason }, { caller, database }) =>
        cordonExecutor(database, { ...requestOf(where, caller), reason }),
      subject,
      target: ({ where }) => named(where),
    }),
    uncordonExecutor: adminMutation({
      run: ({ where }, { caller, database }) => uncordonExecutor(database, requestOf(where, caller)),
      subject,
      target: ({ where }) => named(where),
    }),
    drainExecutor: adminMutation({
      run: ({ where, reason }, { caller, database }) =>
        drainExecutor(database, { ...requestOf(where, caller), reason }),
      subject,
      target: ({ where }) => named(where),
    }),
    undrainExecutor: adminMutation({
      run: ({ where }, { caller, database }) => undrainExecutor(database, requestOf(where, caller)),
      subject,
      target: ({ where }) => named(where),
    }),
  },
  Executor: {
    labels: ({ labels }) => labelList(labels),
    dataRoots: ({ resources }) => resources.dataRoots ?? [],
    status: ({ online }) => (online ? 'online' : 'offline'),
  },
  OrphanedNode: { kept: ({ kept }) => kept ?? false },
});

export const executors = { resolvers: executorResolvers };
