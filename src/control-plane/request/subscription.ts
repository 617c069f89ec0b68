import type { GraphQLResolveInfo } from 'graphql';
import type { RequestContext } from './context.ts';
import type { Permission } from './permission-table.ts';
import { type CallerOf, type OperationExtensions, requireCaller, requiredPermission } from './permissions.ts';

/** A resolver of `Subscription` that checks the permission of its field before it subscribes. */
export interface SubscriptionResolver<Args, Result> {
  subscribe(root: unknown, args: Args, context: RequestContext, info: GraphQLResolveInfo): Promise<Result>;
  extensions: OperationExtensions;
}

/** A subscription for executor agents. */
export const executorSubscription = subscriptionFor('executor');

/** A subscription for every person of the organization. */
export const memberSubscription = subscriptionFor('member');

function subscriptionFor<P extends Permission>(permission: P) {
  const extensions = { permissions: [permission] };
  return <Args, Result>(
    subscribe: (args: Args, request: { caller: CallerOf[P]; context: RequestContext }) => Promise<Result>,
  ): SubscriptionResolver<Args, Result> => ({
    extensions,
    subscribe: async (_root, args, context, { fieldName }) =>
      subscribe(args, {
        caller: requireCaller(requiredPermission('Subscription', fieldName, extensions), context.caller),
        context,
      }),
  });
}
