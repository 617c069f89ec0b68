import { and, eq } from '../../platform/database/drizzle.ts';
import { forbidden } from '../../platform/input/errors.ts';
import { ownExecutorName, requireSameExecutor } from '../../request/own-executor.ts';
import type { Resolvers } from '../../request/resolvers.generated.ts';
import { executorSubscription } from '../../request/subscription.ts';
import { executor } from '../../tables/executors.ts';
import type { Nudges } from './nudges.ts';

export const nudgeResolvers = ({ nudges }: { nudges: Nudges }): Resolvers => ({
  Subscription: {
    executorNudges: executorSubscription(async ({ name }, { caller, context }) => {
      requireSameExecutor(await ownExecutorName(context.database, caller), name);
      const [row] = await context.database
        .select({ id: executor.id })
        .from(executor)
        .where(and(eq(executor.organizationId, caller.organizationId), eq(executor.name, name)));
      if (row === undefined) throw forbidden('There is no executor of this name yet; send a heartbeat first.');
      return nudges.listen(row.id, caller);
    }),
  },
});
