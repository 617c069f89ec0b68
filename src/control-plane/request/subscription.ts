import type { GraphQLResolveInfo } from 'graphql';
import type { RequestContext } from './context.ts';
import type { Permission } from './permission-table.ts';
import { type CallerOf, type OperationExtensions, requireCaller, requiredPermission } from './permissions.ts';

/** A resolver of `Subscription` that checks the permission of its field before it subscribes. */
export interface SubscriptionResolver<Args, Result> {
  subscribe(root: unknown, args: Args, context: RequestContext, info: GraphQLResolveInfo): Promise<Result>;
  extensions: OperationExtensions;
}

type Subscribe<P extends Permission, Args, Result> = (
  args: Args,
  request: { caller: CallerOf[P]; context: RequestContext },
) => Promise<Result>;

/** A subscription for executor agents. */
export const executorSubscription = <Args, Result>(
  subscribe: Subscribe<'executor', Args, Result>,
): SubscriptionResolver<Args, Result> => subscription('executor', subscribe);

/** A subscription for every person of the organization. */
export const memberSubscription = <Args, Result>(
  subscribe: Subscribe<'member', Args, Result>,
): SubscriptionResolver<Args, Result> => subscription('member', subscribe);

function subscription<P extends Permission, Args, Result>(
  permission: P,
  subscribe: Subscribe<P, Args, Result>,
): SubscriptionResolver<Args, Result> {
  const extensions = { permissions: [permission] };
  return {
    extensions,
    subscribe: async (_root, args, context, { fieldName }) =>
      subscribe(args, {
        caller: requireCaller(requiredPermission('Subscription', fieldName, extensions), context.caller),
        context,
      }),
  };
}
