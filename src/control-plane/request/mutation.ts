import type { GraphQLResolveInfo } from 'graphql';
import type { Caller, ExecutorCaller, PersonalCaller } from './caller.ts';
import type { RequestContext } from './context.ts';
import { errorCodeOf, type MutationOutcome, type MutationSubject } from './outcome.ts';
import { requireAdmin, requireExecutor } from './permissions.ts';

interface MutationSpec<C extends Caller, Args, Result> {
  /** Does the work for a caller who may. */
  run(args: Args, request: { caller: C; context: RequestContext }): Promise<Result>;
  /** Names the object that a successful mutation concerned. */
  subject(result: Result, args: Args): MutationSubject | null;
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

/** A mutation for owners and admins of the organization. */
export const adminMutation = <Args, Result>(
  spec: MutationSpec<PersonalCaller, Args, Result>,
): MutationResolver<Args, Result> => mutation('admin', requireAdmin, spec);

/** A mutation for executor agents. */
export const executorMutation = <Args, Result>(
  spec: MutationSpec<ExecutorCaller, Args, Result>,
): MutationResolver<Args, Result> => mutation('executor', requireExecutor, spec);

function mutation<C extends Caller, Args, Result>(
  permission: MutationOutcome['permission'],
  requirePermission: (caller: Caller | null) => C,
  { run, subject, checksOwnTexts = false }: MutationSpec<C, Args, Result>,
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
        result = await run(args, { caller: requirePermission(context.caller), context });
      } catch (error) {
        report({ subject: null, errorCode: errorCodeOf(error) });
        throw error;
      }
      report({ subject: subject(result, args), errorCode: null });
      return result;
    },
  };
}
