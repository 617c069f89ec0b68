import type { Secret } from '../../people/accounts/secret.ts';
import { takeToken } from '../../people/accounts/throttle.ts';
import type { Database, SQL } from '../../platform/database/database.ts';
import { and, asc, desc, eq, gte, inArray, lt, oneRow, sql } from '../../platform/database/database.ts';
import { domainError, invalidInput, requireRow } from '../../platform/input/errors.ts';
import { hasId } from '../../platform/input/filters.ts';
import { adminMutation, changes, organizationQuery } from '../../request/operations.ts';
import type { Resolvers } from '../../request/resolvers.generated.ts';
import { type ChannelRow, type DeliveryRow, notificationChannel, webhookDelivery } from '../../tables/channels.ts';
import { createDeliveries } from './create-deliveries.ts';
import { ofChannel } from './record-attempt.ts';
import { newWebhookSecret, previousSecretsUntil, rotateSecrets } from './secrets.ts';

const shownDeliveries = 50;
const maxRedelivered = 1000;
const rate = { burst: 20, secondsPerToken: 30 };

/** Each test and redelivery resolves a name and connects. Throws `limit_reached`. */
async function chargeDelivery(transaction: Database, organizationId: string): Promise<void> {
  const waitSeconds = await takeToken(transaction, `channel test ${organizationId}`, rate);
  if (waitSeconds > 0)
    throw domainError('limit_reached', `Too many tests and redeliveries. Try again in ${waitSeconds} s.`, {
      retryAfterSeconds: waitSeconds,
    });
}

export const isChannel = (organizationId: string, id: string): SQL | undefined =>
  and(eq(notificationChannel.organizationId, organizationId), hasId(notificationChannel.id, id));

/** Without an id, the oldest enabled webhook. Throws Forbidden and `channel_disabled`. */
async function requireChannel(transaction: Database, organizationId: string, id?: string): Promise<ChannelRow> {
  const { kind, enabled, createdAt, organizationId: ofOrganization } = notificationChannel;
  const isWebhook = and(eq(ofOrganization, organizationId), eq(kind, 'webhook'), eq(enabled, true));
  const found = await transaction
    .select()
    .from(notificationChannel)
    .where(id === undefined ? isWebhook : isChannel(organizationId, id))
    .orderBy(asc(createdAt))
    .limit(1)
    .for('update');
  const channel = id === undefined ? found[0] : requireRow(found);
  if (channel?.enabled) return channel;
  const what = channel === undefined ? 'no enabled webhook' : `the channel ${channel.name} is disabled`;
  throw domainError('channel_disabled', what);
}

const tryAgain = (transaction: Database, channel: ChannelRow, ids: readonly string[]): Promise<DeliveryRow[]> =>
  transaction
    .update(webhookDelivery)
    .set({ status: 'pending', tries: 0, nextAttemptAt: sql`now()`, acknowledgedAt: null })
    .where(and(inArray(webhookDelivery.id, [...ids]), ofChannel(channel.organizationId, channel.id)))
    .returning();

/** Gives a webhook another secret. The previous ones sign as well until their ends. */
async function rotateSecret(transaction: Database, channel: ChannelRow, secret: Secret) {
  const text = newWebhookSecret();
  const now = new Date();
  const secrets = rotateSecrets(channel.secrets, secret.seal(text), now);
  const isThis = isChannel(channel.organizationId, channel.id);
  await transaction.update(notificationChannel).set({ secrets }).where(isThis);
  return { secret: text, previousSecretsUntil: previousSecretsUntil(secrets, now) };
}

/** Returns the ids of a channel's deliveries in a time range, oldest first. Throws `limit_reached`. */
async function deliveriesBetween(
  transaction: Database,
  channel: ChannelRow,
  from: string,
  to: string,
): Promise<string[]> {
  const { id, createdAt, sequence } = webhookDelivery;
  const isInRange = and(gte(createdAt, new Date(from)), lt(createdAt, new Date(to)));
  const rows = await transaction
    .select({ id })
    .from(webhookDelivery)
    .where(and(ofChannel(channel.organizationId, channel.id), isInRange))
    .orderBy(asc(sequence))
    .limit(maxRedelivered + 1);
  if (rows.length > maxRedelivered)
    throw domainError(
      'limit_reached',
      `more than ${maxRedelivered} deliveries in this time range; choose a shorter one`,
    );
  return rows.map((row) => row.id);
}

export interface WebhookDeps {
  secret: Secret;
  deliveries: {
    /** Attempts new deliveries at once. */
    wake(): void;
  };
}

const ofDelivery = changes('webhook_delivery', 'delivery');

export const webhookResolvers = ({ secret, deliveries: { wake: committed } }: WebhookDeps): Resolvers => ({
  Query: {
    webhookDeliveries: organizationQuery([], ({ where }, { reader, context: { budget, database } }) => {
      const { createdAt, sequence } = webhookDelivery;
      const isOfChannel = where == null ? undefined : hasId(webhookDelivery.channelId, where.id);
      const isShown = and(eq(webhookDelivery.organizationId, reader.organizationId), isOfChannel);
      const found = database.select().from(webhookDelivery).where(isShown);
      return budget.fetchRows(shownDeliveries, found.orderBy(desc(createdAt), desc(sequence)));
    }),
    webhookDelivery: organizationQuery(null, async ({ where: { id } }, { reader, context: { database } }) => {
      const isOwn = and(eq(webhookDelivery.organizationId, reader.organizationId), hasId(webhookDelivery.id, id));
      return (await database.select().from(webhookDelivery).where(isOwn))[0] ?? null;
    }),
  },
  Mutation: {
    rotateWebhookSecret: adminMutation({
      run: async ({ where }, { caller: { organizationId }, database }) => {
        const channel = await requireChannel(database, organizationId, where.id);
        if (channel.kind !== 'webhook') throw invalidInput([{ path: ['where', 'id'], message: 'must be a webhook' }]);
        return rotateSecret(database, channel, secret);
      },
      subject: (_rotated, { where: { id } }) => ({ type: 'notification_channel', id }),
      target: changes('notification_channel').target,
    }),
    testNotificationWebhook: adminMutation({
      run: async ({ where }, { caller: { organizationId }, database }) => {
        await chargeDelivery(database, organizationId);
        const { id: channelId } = await requireChannel(database, organizationId, where?.id);
        const message = { organizationId, channelId, type: 'webhook.test', incidentId: null, data: {} };
        return { delivery: oneRow(await createDeliveries(database, [message])) };
      },
      committed,
      subject: ofDelivery.subject,
    }),
    redeliverWebhook: adminMutation({
      run: async ({ where }, { caller: { organizationId }, database }) => {
        await chargeDelivery(database, organizationId);
        const isOwn = and(eq(webhookDelivery.organizationId, organizationId), hasId(webhookDelivery.id, where.id));
        const found = await database.select().from(webhookDelivery).where(isOwn);
        const channel = await requireChannel(database, organizationId, requireRow(found).channelId);
        return { delivery: requireRow(await tryAgain(database, channel, [where.id])) };
      },
      committed,
      ...ofDelivery,
    }),
    redeliverWebhooks: adminMutation({
      run: async ({ from, to, where }, { caller: { organizationId }, database }) => {
        await chargeDelivery(database, organizationId);
        if (from >= to) throw invalidInput([{ path: ['to'], message: 'must be after from' }]);
        const channel = await requireChannel(database, organizationId, where.id);
        const ids = await deliveriesBetween(database, channel, from, to);
        return { deliveryCount: (await tryAgain(database, channel, ids)).length };
      },
      committed,
      subject: () => null,
    }),
  },
});
