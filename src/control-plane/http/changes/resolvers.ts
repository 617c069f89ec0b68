import type { Resolvers } from '../../request/resolvers.generated.ts';
import { memberSubscription } from '../../request/subscription.ts';
import type { Changes } from './changes.ts';

export const changeResolvers = ({ changes }: { changes: Changes }): Resolvers => ({
  Subscription: {
    changes: memberSubscription(async ({ types }, { caller }) => changes.listen(caller, types ?? null)),
  },
});
