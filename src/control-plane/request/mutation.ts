import type { GraphQLResolveInfo } from 'graphql';
import type { Database } from '../database/database.ts';
import { transact } from '../database/transact.ts';
import type { Caller, ExecutorCaller, PersonalCaller } from './caller.ts';
import type { RequestContext } from './context.ts';
import { errorCodeOf, type MutationOutcome, type MutationSubject } from './outcome.ts';
import { requireAdmin, requireExecutor } from './permissions.ts';

/** What a mutation works with. */
export interface MutationRequest<C extends Caller> {
  caller: C;
  context: RequestContext;
  /**
   * The transaction of a person's mutation, in which everything that it reads and changes belongs: `context.database` would wait for
   * another connection, and would not see the change. It may be begun anew when the database gave way to another transaction. An
   * executor's mutation gets the database itself.
   */
  database: Database;
}

interface MutationSpec<C extends Caller, Args, Result> {
  /** Does the work for a caller who may. Has no effect outside of its transaction. */
  run(args: Args, request: MutationRequest<C>): Promise<Result>;
  /** Names the object that a successful mutation concerned. */
  subject(result: Result, args: Args): MutationSubject | null;
  /** Does what must follow the commit in this process. Must not fail: the change stands. */
  committed?(result: Result, args: Args): void;
  /** The mutation judges each text by itself: one bad event must not hold up the others. */
  checksOwnTexts?: boolean;
}

/** What the schema keeps with each field of `Mutation`. */
export interface MutationExtensions {
  permission: MutationOutcome['permission'];
  checksOwnTexts: boolean;
}

/** A resolver of `Mutation`, which knows who may call it and reports how each call ended. */
export interface MutationResolver<Args, Result> {
  resolve(root: unknown, args: Args, context: RequestContext, info: GraphQLResolveInfo): Promise<Result>;
  extensions: MutationExtensions;
}

/** A mutation for owners and admins of the organization, in one transaction. */
export const adminMutation = <Args, Result>(
  spec: MutationSpec<PersonalCaller, Args, Result>,
): MutationResolver<Args, Result> =>
  mutation({ permission: 'admin', requirePermission: requireAdmin, begin: transact }, spec);

/** A mutation for executor agents. Heartbeats come all the time, and each begins what transaction it needs. */
export const executorMutation = <Args, Result>(
  spec: MutationSpec<ExecutorCaller, Args, Result>,
): MutationResolver<Args, Result> =>
  mutation(
    { permission: 'executor', requirePermission: requireExecutor, begin: (database, work) => work(database) },
    spec,
  );

interface MutationKind<C extends Caller> {
  permission: MutationOutcome['permission'];
  /** Throws Unauthenticated or Forbidden. */
  requirePermission(caller: Caller | null): C;
  begin<Result>(database: Database, work: (database: Database) => Promise<Result>): Promise<Result>;
}

function mutation<C extends Caller, Args, Result>(
  { permission, requirePermission, begin }: MutationKind<C>,
  { run, subject, committed, checksOwnTexts = false }: MutationSpec<C, Args, Result>,
): MutationResolver<Args, Result> {
  return {
    extensions: { permission, checksOwnTexts },
    resolve: async (_root, args, context, { fieldName }) => {
      const startedAt = performance.now();
      const report = (outcome: Pick<MutationOutcome, 'subject' | 'errorCode'>) =>
        context.onMutation({
          mutation: fieldName,
          permission,
          caller: context.caller,
          durationMs: performance.now() - startedAt,
          ...outcome,
        });
      let result: Result;
      try {
        const caller = requirePermission(context.caller);
        result = await begin(context.database, (database) => run(args, { caller, context, database }));
      } catch (error) {
        report({ subject: null, errorCode: errorCodeOf(error) });
        throw error;
      }
      committed?.(result, args);
      report({ subject: subject(result, args), errorCode: null });
      return result;
    },
  };
}
