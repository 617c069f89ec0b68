import type { GraphQLResolveInfo } from 'graphql';
import type { Database } from '../database/database.ts';
import { transact } from '../database/transact.ts';
import type { RequestContext } from './context.ts';
import { errorCodeOf, type MutationOutcome, type MutationSubject } from './outcome.ts';
import type { Permission } from './permission-table.ts';
import { type CallerOf, type OperationExtensions, requireCaller, requiredPermission } from './permissions.ts';

/** What a mutation works with. */
export interface MutationRequest<P extends Permission> {
  caller: CallerOf[P];
  context: RequestContext;
  /**
   * The transaction of a person's mutation, in which everything that it reads and changes belongs: `context.database` would wait for
   * another connection, and would not see the change. It may be begun anew when the database gave way to another transaction. An
   * executor's mutation gets the database itself.
   */
  database: Database;
}

interface MutationSpec<P extends Permission, Args, Result> {
  /** Does the work for a caller who may. Has no effect outside of its transaction. */
  run(args: Args, request: MutationRequest<P>): Promise<Result>;
  /** Names the object that a successful mutation concerned. */
  subject(result: Result, args: Args): MutationSubject | null;
  /** Does what must follow the commit in this process. Must not fail: the change stands. */
  committed?(result: Result, args: Args): void;
  /** The mutation judges each text by itself: one bad event must not hold up the others. */
  checksOwnTexts?: boolean;
}

/** What the schema keeps with each field of `Mutation`. */
export interface MutationExtensions extends OperationExtensions {
  checksOwnTexts: boolean;
}

/** A resolver of `Mutation`, which checks the permission of its field and reports how each call ended. */
export interface MutationResolver<Args, Result> {
  resolve(root: unknown, args: Args, context: RequestContext, info: GraphQLResolveInfo): Promise<Result>;
  extensions: MutationExtensions;
}

/** A mutation for owners and admins of the organization, in one transaction. */
export const adminMutation = <Args, Result>(
  spec: MutationSpec<'admin', Args, Result>,
): MutationResolver<Args, Result> => mutation({ permission: 'admin', begin: transact }, spec);

/** A mutation for every person of the organization, in one transaction. */
export const memberMutation = <Args, Result>(
  spec: MutationSpec<'member', Args, Result>,
): MutationResolver<Args, Result> => mutation({ permission: 'member', begin: transact }, spec);

/** A mutation for every person, with or without an active organization, in one transaction. */
export const personMutation = <Args, Result>(
  spec: MutationSpec<'person', Args, Result>,
): MutationResolver<Args, Result> => mutation({ permission: 'person', begin: transact }, spec);

/** A mutation for system administrators, in one transaction. */
export const systemAdminMutation = <Args, Result>(
  spec: MutationSpec<'systemAdmin', Args, Result>,
): MutationResolver<Args, Result> => mutation({ permission: 'systemAdmin', begin: transact }, spec);

/** A mutation that needs no credential, in one transaction. */
export const publicMutation = <Args, Result>(
  spec: MutationSpec<'anyone', Args, Result>,
): MutationResolver<Args, Result> => mutation({ permission: 'anyone', begin: transact }, spec);

/** A mutation for executor agents. Heartbeats come all the time, and each begins what transaction it needs. */
export const executorMutation = <Args, Result>(
  spec: MutationSpec<'executor', Args, Result>,
): MutationResolver<Args, Result> =>
  mutation({ permission: 'executor', begin: (database, work) => work(database) }, spec);

interface MutationKind<P extends Permission> {
  permission: P;
  begin<Result>(database: Database, work: (database: Database) => Promise<Result>): Promise<Result>;
}

function mutation<P extends Permission, Args, Result>(
  { permission, begin }: MutationKind<P>,
  { run, subject, committed, checksOwnTexts = false }: MutationSpec<P, Args, Result>,
): MutationResolver<Args, Result> {
  const extensions = { permissions: [permission], checksOwnTexts };
  return {
    extensions,
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
        const caller = requireCaller(requiredPermission('Mutation', fieldName, extensions), context.caller);
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
