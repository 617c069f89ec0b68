import type { GraphQLResolveInfo } from 'graphql';
import type { Permission, UserErrorCode } from '../../contract/types.generated.ts';
import { type Database, transact } from '../platform/database/database.ts';
import { unauthenticated } from '../platform/input/errors.ts';
import { AuditedCall, type Done } from './audited-call.ts';
import type { Caller, PersonalCaller, PersonCaller } from './caller.ts';
import type { MessageStream, RequestContext } from './context.ts';
import { idempotentCall } from './idempotency.ts';
import { errorCodeOf, type MutationOutcome, type MutationSubject, publishChange, type Refused } from './outcome.ts';
import {
  type CallerOf,
  isAdmin,
  type OperationExtensions,
  requireCaller,
  requiredPermission,
  requireReader,
} from './permissions.ts';

/** Refusals of a report that last until a person repairs the host. The audit log records them. */
const agentFaults: ReadonlySet<string> = new Set<UserErrorCode>(['executor_key_bound', 'executor_name_in_use']);

export interface MutationRequest<P extends Permission> {
  caller: CallerOf[P];
  context: RequestContext;
  /**
   * The transaction; use it for every read and write, because `context.database` waits for another connection and does
   * not see the change. It may run again after a deadlock. An executor's mutation gets the database itself.
   */
  database: Database;
}

/** The payload that `run` returns: the schema's types would also allow null, and promises of it and of its fields. */
type Made<Result> = NoInfer<Settled<NonNullable<Awaited<Result>>>>;

type Settled<Payload> = { [Field in keyof Payload]: Awaited<Payload[Field]> };

interface MutationSpec<P extends Permission, Args, Result, Prepared> {
  /** Runs before the transaction: work that must not hold a connection or be rolled back, such as hashing a password. `run` gets the result. */
  prepare?(args: Args, request: Pick<MutationRequest<P>, 'caller' | 'context'>): Promise<Prepared>;
  run(args: Args, request: MutationRequest<P> & { prepared: Prepared }): Promise<Result>;
  subject(result: Made<Result>, args: NoInfer<Args>, caller: CallerOf[P]): MutationSubject | null;
  /** Names the object that the arguments change, if it exists before. The audit log shows the change. */
  target?(args: NoInfer<Args>, caller: Caller | null): MutationSubject | null;
  /** Names the action in the audit log. Default: the mutation. */
  action?(args: NoInfer<Args>): string;
  /** Finds whom a refusal concerned, outside of the transaction, if only the database knows. For the audit log. */
  refused?(args: NoInfer<Args>, context: RequestContext): Promise<Refused | null>;
  /** Runs in this process after the commit. Must not fail: the change stands. */
  committed?(result: Made<Result>, args: NoInfer<Args>): void;
  /** The mutation validates each text itself: one bad event must not reject the others. */
  checksOwnTexts?: boolean;
}

interface RootResolver<Args, Result> {
  resolve(root: unknown, args: Args, context: RequestContext, info: GraphQLResolveInfo): Promise<Result>;
  extensions: OperationExtensions;
}

/** A mutation for owners and admins of the organization, in one transaction, like all mutations of people. */
export const adminMutation = mutationFor('admin');

export const memberMutation = mutationFor('member');

export const personMutation = mutationFor('person');

export const systemAdminMutation = mutationFor('system_admin');

export const publicMutation = mutationFor('anyone');

/** A public mutation that strangers may repeat: the audit log, which never shrinks, does not record it. */
export const unauditedMutation = mutationFor('anyone', { isReport: true });

/** A report of executor agents. Reports are frequent: they are not audited, and open their own transactions. */
export const executorMutation = mutationFor('executor', { isReport: true });

/** An occasional mutation of an agent: in one transaction and in the audit log, like those of people. */
export const executorAction = mutationFor('executor');

type SubjectType = MutationSubject['type'];

/**
 * The audited object that a mutation changes and returns in the field `noun` of its payload, with the revision that the
 * agent will fetch, if it has one.
 */
export const changes = <T extends SubjectType, Noun extends string = T>(type: T, noun = type as string as Noun) => ({
  subject: ({ [noun]: { id, revision } }: Record<Noun, { id: string; revision?: number }>) => ({ type, id, revision }),
  target: ({ where: { id } }: { where: { id: string } }) => ({ type, id }),
});

function mutationFor<P extends Permission>(permission: P, { isReport = false } = {}) {
  return <Args, Result, Prepared>(spec: MutationSpec<P, Args, Result, Prepared>): RootResolver<Args, Result> => {
    const extensions = { permissions: [permission], checksOwnTexts: spec.checksOwnTexts ?? false };
    return {
      extensions,
      resolve: async (_root, args, context, { fieldName, path }) =>
        callMutation({ permission, spec, args, context, fieldName, path, extensions, isReport }),
    };
  };
}

/** One call of a mutation. */
interface MutationCall<P extends Permission, Args, Result, Prepared> {
  permission: P;
  spec: MutationSpec<P, Args, Result, Prepared>;
  args: Args;
  context: RequestContext;
  fieldName: string;
  /** Of the field in the answer. */
  path: GraphQLResolveInfo['path'];
  extensions: OperationExtensions & { permissions: readonly P[] };
  /** Whether executor agents and strangers send it, whose calls are not audited. */
  isReport: boolean;
}

/** Carries out a mutation, and records its outcome in the audit log, the measures and the log. */
async function callMutation<P extends Permission, Args, Result, Prepared>(
  mutation: MutationCall<P, Args, Result, Prepared>,
): Promise<Result> {
  const { permission, spec, args, context, fieldName, isReport } = mutation;
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
  const target = spec.target?.(args, context.caller) ?? null;
  const call = new AuditedCall({ context, action: spec.action?.(args) ?? fieldName, target, isReport });
  const audited = isReport && context.caller?.purpose !== 'personal' ? null : call;
  let done: Done<Result>;
  audited?.admit();
  try {
    done = await carryOut(mutation, audited);
  } catch (error) {
    const errorCode = errorCodeOf(error);
    if (audited !== null || agentFaults.has(errorCode))
      await call.refuse(permission, errorCode, async () => (await spec.refused?.(args, context)) ?? null);
    report({ subject: null, errorCode });
    throw error;
  }
  if (!done.isRepeated) spec.committed?.(done.result as Made<Result>, args);
  report({ subject: done.subject, errorCode: null });
  return done.result;
}

/** Checks the caller, prepares and runs a mutation; an audited one in one transaction with its entry in the audit log. */
async function carryOut<P extends Permission, Args, Result, Prepared>(
  mutation: MutationCall<P, Args, Result, Prepared>,
  audited: AuditedCall | null,
): Promise<Done<Result>> {
  const { spec, args, context, fieldName, extensions } = mutation;
  const caller = requireCaller(requiredPermission('Mutation', fieldName, extensions), context.caller);
  const once = onceOf(mutation);
  // `prepare` of a repeated request would fail: the password, code or link was used.
  const answered = spec.prepare === undefined ? undefined : await once?.find(context.database);
  if (answered !== undefined) return answered;
  // Without `prepare`, its result is never read.
  const prepared = (await spec.prepare?.(args, { caller, context })) as Prepared;
  const work = async (database: Database): Promise<Done<Result>> => {
    const result = await spec.run(args, { caller, context, database, prepared });
    const subject = spec.subject(result as Made<Result>, args, caller);
    // Agents report all the time, and their mutations publish their own news.
    if (subject !== null && audited !== null) await publishChange(database, caller, subject);
    return { result, subject };
  };
  if (audited === null) return work(context.database);
  return transact(context.database, async (transaction) => {
    const repeated = await once?.claim(transaction);
    if (repeated !== undefined) return repeated;
    return audited.carryOut(transaction, async () => {
      const first = await work(transaction);
      await once?.store(transaction, first);
      return first;
    });
  });
}

/** Returns what answers a mutation with an `Idempotency-Key` once; undefined for one without, and for reports. */
function onceOf<P extends Permission, Args, Result, Prepared>({
  permission,
  args,
  context,
  fieldName,
  path,
  isReport,
}: MutationCall<P, Args, Result, Prepared>) {
  if (context.idempotencyKey === null || isReport || context.caller?.purpose === 'executor') return undefined;
  return idempotentCall<Result>(context.idempotencyKey, context, {
    responseName: String(path.key),
    mutation: fieldName,
    args,
    isOfOrganization: permission === 'admin' || permission === 'member',
  });
}

function query<P extends Permission, Args, Result>(
  permissions: readonly P[],
  read: (permission: P, args: Args, context: RequestContext, info: GraphQLResolveInfo) => Promise<Result>,
): RootResolver<Args, Result> {
  const extensions = { permissions };
  return {
    extensions,
    resolve: async (_root, args, context, info) =>
      read(requiredPermission('Query', info.fieldName, extensions), args, context, info),
  };
}

export const organizationQuery = <Args, Result>(
  nothing: Result,
  read: (
    args: Args,
    request: { reader: PersonalCaller; context: RequestContext; info: GraphQLResolveInfo },
  ) => Promise<Result | undefined>,
): RootResolver<Args, Result> =>
  query(['member', 'admin'], async (permission, args: Args, context, info) => {
    const reader = requireReader(context.caller);
    if (reader === null || (permission === 'admin' && !isAdmin(reader))) return nothing;
    return (await read(args, { reader, context, info })) ?? nothing;
  });

/** Reads objects outside of organizations, such as one's sessions. A caller without permission gets `nothing`. */
export const personQuery = <Args, Result>(
  nothing: Result,
  read: (args: Args, request: { reader: PersonCaller; context: RequestContext }) => Promise<Result>,
): RootResolver<Args, Result> =>
  query(['person', 'system_admin'], async (permission, args: Args, context) => {
    const { caller } = context;
    if (caller === null) throw unauthenticated();
    const mayRead = caller.purpose === 'personal' && (permission === 'person' || caller.isSystemAdmin);
    return mayRead ? read(args, { reader: caller, context }) : nothing;
  });

export const publicQuery = <Args, Result>(
  read: (args: Args, request: { caller: Caller | null; context: RequestContext }) => Promise<Result>,
): RootResolver<Args, Result> =>
  query(['anyone'], async (_permission, args: Args, context) => read(args, { caller: context.caller, context }));

export const executorSubscription = subscriptionFor('executor');

export const memberSubscription = subscriptionFor('member');

function subscriptionFor<P extends Permission>(permission: P) {
  const extensions = { permissions: [permission] };
  return <Args, Stream extends MessageStream>(
    subscribe: (args: Args, request: { caller: CallerOf[P]; context: RequestContext }) => Promise<Stream>,
  ) => ({
    extensions,
    subscribe: async (_root: unknown, args: Args, context: RequestContext, { fieldName }: GraphQLResolveInfo) => {
      const caller = requireCaller(requiredPermission('Subscription', fieldName, extensions), context.caller);
      const stream = await subscribe(args, { caller, context });
      context.stream = stream;
      return stream;
    },
  });
}
