import type { GraphQLResolveInfo } from 'graphql';
import type { Permission } from '../../contract/types.generated.ts';
import type { RequestContext } from './context.ts';
import { type CallerOf, type OperationExtensions, requireCaller, requiredPermission } from './permissions.ts';

export interface SubscriptionResolver<Args, Result> {
  subscribe(root: unknown, args: Args, context: RequestContext, info: GraphQLResolveInfo): Promise<Result>;
  extensions: OperationExtensions;
}

export const executorSubscription = subscriptionFor('executor');

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
