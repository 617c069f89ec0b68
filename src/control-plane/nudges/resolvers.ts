import { and, eq } from 'drizzle-orm';
import { executorOf } from '../accounts/guard.ts';
import { forbidden } from '../api/errors.ts';
import { executor } from '../database/schema.ts';
import type { Resolvers } from '../resolvers.generated.ts';

export const nudgeResolvers: Resolvers = {
  Subscription: {
    executorNudges: {
      subscribe: async (_root, { name }, context) => {
        const { organizationId, keyId } = executorOf(context);
        const [found] = await context.database
          .select({ id: executor.id })
          .from(executor)
          .where(and(eq(executor.organizationId, organizationId), eq(executor.name, name)));
        if (found === undefined) throw forbidden('There is no executor of this name yet; send a heartbeat first.');
        return context.nudges.listen(found.id, keyId);
      },
    },
  },
};
