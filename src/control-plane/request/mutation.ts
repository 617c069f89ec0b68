import type { GraphQLResolveInfo } from 'graphql';
import type { UserErrorCode } from '../../contract/types.generated.ts';
import type { Database } from '../platform/database/database.ts';
import { transact } from '../platform/database/transact.ts';
import { AuditedCall, type Done } from './audited-call.ts';
import type { RequestContext } from './context.ts';
import { errorCodeOf, type MutationOutcome, type MutationSubject, type Refused } from './outcome.ts';
import type { Permission } from './permission-table.ts';
import { type CallerOf, type OperationExtensions, requireCaller, requiredPermission } from './permissions.ts';
import { publishChange } from './publish-change.ts';

/** Refusals of a report that last until a person repairs the host. The audit log records them. */
const agentFaults: ReadonlySet<string> = new Set<UserErrorCode>(['executor_key_bound', 'executor_name_in_use']);

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

interface MutationSpec<P extends Permission, Args, Result, Prepared> {
  /**
   * Does, before the transaction begins, what must not hold a connection or be undone with the transaction: hashing a password, counting an
   * attempt. `run` gets what it returns.
   */
  prepare?(args: Args, request: Pick<MutationRequest<P>, 'caller' | 'context'>): Promise<Prepared>;
  /** Does the work for a caller who may. Has no effect outside of its transaction. */
  run(args: Args, request: MutationRequest<P> & { prepared: Prepared }): Promise<Result>;
  /** Names the object that a successful mutation concerned, for the log and the audit log. */
  subject(result: Result, args: Args): MutationSubject | null;
  /** Names the object that the arguments ask to change, where it exists before. The audit log shows what became of it. */
  target?(args: Args): MutationSubject | null;
  /** Finds out, outside of the transaction, whom a refusal was about, where only the database knows. For the audit log. */
  refused?(args: Args, context: RequestContext): Promise<Refused | null>;
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

/** A mutation for owners and admins of the organization, in one transaction, as all that people do. */
export const adminMutation = mutationFor('admin');

/** A mutation for every person of the organization. */
export const memberMutation = mutationFor('member');

/** A mutation for every person, with or without an active organization. */
export const personMutation = mutationFor('person');

/** A mutation for system administrators. */
export const systemAdminMutation = mutationFor('systemAdmin');

/** A mutation that needs no credential. */
export const publicMutation = mutationFor('anyone');

/** A mutation for executor agents. They report all the time: no action for the audit log, and in no transaction but its own. */
export const executorMutation = mutationFor('executor', { isReport: true });

/** What an agent does now and then: as all that people do, in one transaction and in the audit log. */
export const executorAction = mutationFor('executor');

function mutationFor<P extends Permission>(permission: P, { isReport = false } = {}) {
  return <Args, Result, Prepared>(spec: MutationSpec<P, Args, Result, Prepared>): MutationResolver<Args, Result> =>
    mutation(permission, spec, isReport);
}

function mutation<P extends Permission, Args, Result, Prepared>(
  permission: P,
  {
    prepare,
    run,
    subject,
    target,
    refused,
    committed,
    checksOwnTexts = false,
  }: MutationSpec<P, Args, Result, Prepared>,
  mayReport: boolean,
): MutationResolver<Args, Result> {
  const extensions = { permissions: [permission], checksOwnTexts };
  return {
    extensions,
    resolve: async (_root, args, context, { fieldName }) => {
      const startedAt = performance.now();
      const report = (outcome: Pick<MutationOutcome, 'subject' | 'errorCode'>) =>
        context.onMutation({
          requestId: context.requestId,
          mutation: fieldName,
          permission,
          caller: context.caller,
          durationMs: performance.now() - startedAt,
          ...outcome,
        });
      const isReport = mayReport && context.caller?.purpose !== 'personal';
      const call = new AuditedCall(context, fieldName, target?.(args) ?? null, mayReport);
      const audited = isReport ? null : call;
      let done: Done<Result>;
      audited?.admit();
      try {
        const caller = requireCaller(requiredPermission('Mutation', fieldName, extensions), context.caller);
        // Without `prepare`, nothing reads what it would have returned.
        const prepared = (await prepare?.(args, { caller, context })) as Prepared;
        const work = async (database: Database) => {
          const result = await run(args, { caller, context, database, prepared });
          const concerned = subject(result, args);
          // An agent calls all the time, and publishes by itself what is new in it.
          if (concerned !== null && !isReport) await publishChange(database, caller, concerned);
          return { result, subject: concerned };
        };
        done = await (audited === null
          ? work(context.database)
          : transact(context.database, (transaction) => audited.carryOut(transaction, () => work(transaction))));
      } catch (error) {
        const errorCode = errorCodeOf(error);
        if (audited !== null || agentFaults.has(errorCode))
          await call.refuse(permission, errorCode, async () => (await refused?.(args, context)) ?? null);
        report({ subject: null, errorCode });
        throw error;
      }
      committed?.(done.result, args);
      report({ subject: done.subject, errorCode: null });
      return done.result;
    },
  };
}
