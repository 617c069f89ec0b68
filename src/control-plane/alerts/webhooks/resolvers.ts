import type { Secret } from '../../people/accounts/secret.ts';
import { takeToken } from '../../people/accounts/throttle.ts';
import { type Database, oneRow } from '../../platform/database/database.ts';
import { and, asc, desc, eq, gte, inArray, lt, sql } from '../../platform/database/drizzle.ts';
import { domainError, invalidInput, requireRow } from '../../platform/input/errors.ts';
import { isUuid } from '../../platform/input/scalars.ts';
import type { Caller } from '../../request/caller.ts';
import { adminMutation } from '../../request/mutation.ts';
import type { MutationSubject } from '../../request/outcome.ts';
import { organizationQuery } from '../../request/query.ts';
import type { Resolvers } from '../../request/resolvers.generated.ts';
import { type DeliveryRow, type EndpointRow, webhookDelivery, webhookEndpoint } from '../../tables/webhooks.ts';
import { createDeliveries } from './create-deliveries.ts';
import { newWebhookSecret, previousSecretsUntil, rotateSecrets } from './secrets.ts';

const shownDeliveries = 50;
const maxRedelivered = 1000;
const rate = { burst: 20, secondsPerToken: 30 };

/** Each test and redelivery resolves a name and connects. Throws `limit_reached`. */
async function chargeDelivery(transaction: Database, organizationId: string): Promise<void> {
  const waitSeconds = await takeToken(transaction, `webhook test ${organizationId}`, rate);
  if (waitSeconds > 0)
    throw domainError('limit_reached', `Too many webhook tests and redeliveries. Try again in ${waitSeconds} s.`, {
      retryAfterSeconds: waitSeconds,
    });
}

/** Throws `webhook_not_configured`. */
async function requireEndpoint(transaction: Database, organizationId: string): Promise<EndpointRow> {
  const [endpoint] = await transaction
    .select()
    .from(webhookEndpoint)
    .where(and(eq(webhookEndpoint.organizationId, organizationId), eq(webhookEndpoint.enabled, true)))
    .for('update');
  if (endpoint !== undefined) return endpoint;
  throw domainError(
    'webhook_not_configured',
    'no webhook, or it is disabled: set its URL, or enable it, in the notification settings',
  );
}

const tryAgain = (transaction: Database, endpoint: EndpointRow, ids: readonly string[]): Promise<DeliveryRow[]> =>
  transaction
    .update(webhookDelivery)
    .set({ status: 'pending', tries: 0, nextAttemptAt: sql`now()`, acknowledgedAt: null })
    .where(and(inArray(webhookDelivery.id, [...ids]), eq(webhookDelivery.endpointId, endpoint.id)))
    .returning();

export interface WebhookDeps {
  secret: Secret;
  deliveries: {
    /** Attempts new deliveries at once. */
    wake(): void;
  };
}

/** An organization has one object of settings, which is named by the organization's id. */
export const settingsSubject = (caller: Pick<Caller, 'organizationId'> | null): MutationSubject | null =>
  caller?.organizationId ? { type: 'notification_settings', id: caller.organizationId } : null;

const subject = ({ id }: { id: string }) => ({ type: 'webhook_delivery', id }) as const;

export const webhookResolvers = ({ secret, deliveries: { wake: committed } }: WebhookDeps): Resolvers => ({
  Query: {
    webhookDeliveries: organizationQuery([], (_args, { reader, context: { budget, database } }) => {
      const { organizationId, createdAt, sequence } = webhookDelivery;
      const found = database.select().from(webhookDelivery).where(eq(organizationId, reader.organizationId));
      return budget.fetchRows(shownDeliveries, found.orderBy(desc(createdAt), desc(sequence)));
    }),
    webhookDelivery: organizationQuery(null, async ({ where: { id } }, { reader, context: { database } }) => {
      if (!isUuid(id)) return null;
      const isOwn = and(eq(webhookDelivery.organizationId, reader.organizationId), eq(webhookDelivery.id, id));
      return (await database.select().from(webhookDelivery).where(isOwn))[0] ?? null;
    }),
  },
  Mutation: {
    rotateWebhookSecret: adminMutation({
      run: async (_args, { caller: { organizationId }, database }) => {
        const endpoint = await requireEndpoint(database, organizationId);
        const text = newWebhookSecret();
        const now = new Date();
        const secrets = rotateSecrets(endpoint.secrets, secret.seal(text), now);
        await database
          .update(webhookEndpoint)
          .set({ secrets })
          .where(eq(webhookEndpoint.organizationId, organizationId));
        return { secret: text, previousSecretsUntil: previousSecretsUntil(secrets, now) };
      },
      subject: (_rotated, _args, caller) => settingsSubject(caller),
      target: (_args, caller) => settingsSubject(caller),
    }),
    testNotificationWebhook: adminMutation({
      run: async (_args, { caller: { organizationId }, database }) => {
        await chargeDelivery(database, organizationId);
        await requireEndpoint(database, organizationId);
        const message = { organizationId, type: 'webhook.test', incidentId: null, data: {} };
        return oneRow(await createDeliveries(database, [message]));
      },
      committed,
      subject,
    }),
    redeliverWebhook: adminMutation({
      run: async ({ where }, { caller: { organizationId }, database }) => {
        await chargeDelivery(database, organizationId);
        const endpoint = await requireEndpoint(database, organizationId);
        return requireRow(await tryAgain(database, endpoint, [where.id].filter(isUuid)));
      },
      committed,
      target: ({ where }) => subject(where),
      subject,
    }),
    redeliverWebhooks: adminMutation({
      run: async ({ from, to }, { caller: { organizationId }, database }) => {
        await chargeDelivery(database, organizationId);
        if (from >= to) throw invalidInput([{ path: ['to'], message: 'must be after from' }]);
        const endpoint = await requireEndpoint(database, organizationId);
        const { id, endpointId, createdAt, sequence } = webhookDelivery;
        const isInRange = and(gte(createdAt, new Date(from)), lt(createdAt, new Date(to)));
        const rows = await database
          .select({ id })
          .from(webhookDelivery)
          .where(and(eq(webhookDelivery.organizationId, organizationId), eq(endpointId, endpoint.id), isInRange))
          .orderBy(asc(sequence))
          .limit(maxRedelivered + 1);
        if (rows.length > maxRedelivered)
          throw domainError(
            'limit_reached',
            `more than ${maxRedelivered} deliveries in this time range; choose a shorter one`,
          );
        const ids = rows.map((row) => row.id);
        return { count: (await tryAgain(database, endpoint, ids)).length };
      },
      committed,
      subject: () => null,
    }),
  },
});
