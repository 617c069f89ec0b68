import type { Secret } from '../accounts/secret.ts';
import { desc, eq } from '../database/drizzle.ts';
import { adminMutation } from '../request/mutation.ts';
import { organizationQuery } from '../request/query.ts';
import type { Resolvers } from '../request/resolvers.generated.ts';
import { createDeliveries } from './create-deliveries.ts';
import type { DeliveryQueue } from './delivery-queue.ts';
import { redeliver, redeliverWindow, requireEndpoint } from './redeliver.ts';
import { newWebhookSecret, rotationMs } from './secrets.ts';
import { webhookDelivery, webhookEndpoint } from './table.ts';

const shownDeliveries = 50;

export interface WebhookDeps {
  secret: Secret;
  deliveries: {
    queue: DeliveryQueue;
    /** Has what was queued tried at once. */
    wake(): void;
  };
}

export const webhookResolvers = ({ secret, deliveries: { queue, wake } }: WebhookDeps): Resolvers => ({
  Query: {
    webhookDeliveries: organizationQuery([], (_args, { reader, context }) =>
      context.budget.fetchRows(shownDeliveries, (limit) =>
        context.database
          .select()
          .from(webhookDelivery)
          .where(eq(webhookDelivery.organizationId, reader.organizationId))
          .orderBy(desc(webhookDelivery.createdAt), desc(webhookDelivery.sequence))
          .limit(limit),
      ),
    ),
  },
  Mutation: {
    rotateWebhookSecret: adminMutation({
      run: async (_args, { caller: { organizationId }, database }) => {
        const { sealedSecret } = await requireEndpoint(database, organizationId);
        const text = newWebhookSecret();
        const until = new Date(Date.now() + rotationMs);
        await database
          .update(webhookEndpoint)
          .set({ sealedSecret: secret.seal(text), sealedFormerSecret: sealedSecret, formerSecretUntil: until })
          .where(eq(webhookEndpoint.organizationId, organizationId));
        return { secret: text, formerSecretUntil: until.toISOString() };
      },
      subject: () => ({ type: 'notification-settings', id: 'settings' }),
      target: () => ({ type: 'notification-settings', id: 'settings' }),
    }),
    testNotificationWebhook: adminMutation({
      run: async (_args, { caller: { organizationId }, database }) => {
        await requireEndpoint(database, organizationId);
        const message = { organizationId, type: 'webhook.test', incidentId: null, data: {} };
        const [delivery] = await createDeliveries(database, queue, [message]);
        if (delivery === undefined) throw new Error('no delivery was created');
        return delivery;
      },
      committed: wake,
      subject: ({ id }) => ({ type: 'webhook-delivery', id }),
    }),
    redeliverWebhook: adminMutation({
      run: ({ id }, { caller: { organizationId }, database }) => redeliver(database, queue, { organizationId, id }),
      committed: wake,
      target: ({ id }) => ({ type: 'webhook-delivery', id }),
      subject: ({ id }) => ({ type: 'webhook-delivery', id }),
    }),
    redeliverWebhooks: adminMutation({
      run: ({ from, to }, { caller: { organizationId }, database }) =>
        redeliverWindow(database, queue, { organizationId, from: new Date(from), to: new Date(to) }),
      committed: wake,
      subject: () => null,
    }),
  },
  WebhookDelivery: {
    createdAt: ({ createdAt }) => createdAt.toISOString(),
    nextAttemptAt: ({ nextAttemptAt }) => nextAttemptAt?.toISOString() ?? null,
    acknowledgedAt: ({ acknowledgedAt }) => acknowledgedAt?.toISOString() ?? null,
  },
});
