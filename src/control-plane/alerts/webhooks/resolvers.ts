import type { Secret } from '../../people/accounts/secret.ts';
import { takeToken } from '../../people/accounts/throttle.ts';
import type { Database } from '../../platform/database/database.ts';
import { desc, eq } from '../../platform/database/drizzle.ts';
import { domainError } from '../../platform/input/errors.ts';
import { adminMutation } from '../../request/mutation.ts';
import { organizationQuery } from '../../request/query.ts';
import type { Resolvers } from '../../request/resolvers.generated.ts';
import { webhookDelivery, webhookEndpoint } from '../../tables/webhooks.ts';
import { createDeliveries } from './create-deliveries.ts';
import { redeliver, redeliverWindow, requireEndpoint } from './redeliver.ts';
import { newWebhookSecret, rotationMs } from './secrets.ts';

const shownDeliveries = 50;
const rate = { burst: 20, secondsPerToken: 30 };

/** Each test and redelivery resolves a name and connects. Throws `limit_reached`. */
async function chargeDelivery(transaction: Database, organizationId: string): Promise<void> {
  const waitSeconds = await takeToken(transaction, `webhook test ${organizationId}`, rate);
  if (waitSeconds > 0)
    throw domainError('limit_reached', `Too many webhook tests and redeliveries. Try again in ${waitSeconds} s.`);
}

export interface WebhookDeps {
  secret: Secret;
  deliveries: {
    /** Attempts new deliveries at once. */
    wake(): void;
  };
}

export const webhookResolvers = ({ secret, deliveries: { wake } }: WebhookDeps): Resolvers => ({
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
        await chargeDelivery(database, organizationId);
        await requireEndpoint(database, organizationId);
        const message = { organizationId, type: 'webhook.test', incidentId: null, data: {} };
        const [delivery] = await createDeliveries(database, [message]);
        if (delivery === undefined) throw new Error('no delivery was created');
        return delivery;
      },
      committed: wake,
      subject: ({ id }) => ({ type: 'webhook-delivery', id }),
    }),
    redeliverWebhook: adminMutation({
      run: async ({ id }, { caller: { organizationId }, database }) => {
        await chargeDelivery(database, organizationId);
        return redeliver(database, { organizationId, id });
      },
      committed: wake,
      target: ({ id }) => ({ type: 'webhook-delivery', id }),
      subject: ({ id }) => ({ type: 'webhook-delivery', id }),
    }),
    redeliverWebhooks: adminMutation({
      run: async ({ from, to }, { caller: { organizationId }, database }) => {
        await chargeDelivery(database, organizationId);
        return redeliverWindow(database, { organizationId, from: new Date(from), to: new Date(to) });
      },
      committed: wake,
      subject: () => null,
    }),
  },
});

export const webhooks = {
  resolvers: webhookResolvers,
};
