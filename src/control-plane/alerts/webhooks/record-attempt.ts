import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { WebhookAttempt } from '../../../contract/types.generated.ts';
import { publish } from '../../platform/bus/bus.ts';
import type { Database } from '../../platform/database/database.ts';
import { and, eq, isNotNull, ne, sql } from '../../platform/database/drizzle.ts';
import { type DeliveryRow, webhookDelivery, webhookEndpoint } from '../../tables/webhooks.ts';
import { isClaimed } from './claims.ts';
import type { PostOutcome } from './post.ts';
import { secondsToNextTry } from './retry-schedule.ts';

const maxAttemptsKept = 20;
const gone = 410;

interface Attempt {
  delivery: DeliveryRow;
  wasFailing: boolean;
  outcome: PostOutcome;
  at: Date;
  durationMs: number;
}

/**
 * Records an attempt and its consequences. A failure counts only while its claim holds: recorded late, or twice after a
 * lost commit confirmation, it changes nothing. An acknowledgement always counts.
 */
export async function recordAttempt(transaction: Database, attempt: Attempt): Promise<void> {
  const { delivery, outcome } = attempt;
  const [present] = await transaction
    .select()
    .from(webhookDelivery)
    .where(outcome.error === null ? isUnacknowledged(delivery) : isClaimed(delivery))
    .for('update');
  if (present === undefined) return;
  const attempts = [...present.attempts, shownAttempt(attempt)].slice(-maxAttemptsKept);
  const tries = present.tries + 1;
  const ended = { attempts, tries, claimedUntil: null, nextAttemptAt: null };
  if (outcome.error === null) {
    await change(transaction, delivery.id, { ...ended, status: 'delivered', acknowledgedAt: sql`now()` });
    if (attempt.wasFailing) await clearFailure(transaction, delivery);
  } else if (outcome.status === gone) {
    await change(transaction, delivery.id, { ...ended, status: 'failed' });
    await switchOff(transaction, delivery, outcome.error);
  } else {
    const seconds = secondsToNextTry(tries, outcome.retryAfterSeconds);
    if (seconds === null) await change(transaction, delivery.id, { ...ended, status: 'failed' });
    else {
      const nextAttemptAt = sql`now() + make_interval(secs => ${seconds}::float8)`;
      await change(transaction, delivery.id, { ...ended, nextAttemptAt });
    }
    await transaction
      .update(webhookEndpoint)
      .set({ failingSince: sql`coalesce(${webhookEndpoint.failingSince}, now())`, lastFailure: outcome.error })
      .where(ofDelivery(delivery));
  }
  const { organizationId, id } = delivery;
  await publish(transaction, { kind: 'changed', organizationId, type: 'notification', id });
}

const isUnacknowledged = ({ id }: DeliveryRow) =>
  and(eq(webhookDelivery.id, id), ne(webhookDelivery.status, 'delivered'));

const shownAttempt = ({ outcome, at, durationMs }: Attempt): WebhookAttempt => ({
  at: at.toISOString(),
  durationMs: Math.round(durationMs),
  status: outcome.status,
  answer: outcome.answer,
  error: outcome.error,
});

const change = (transaction: Database, id: string, values: PgUpdateSetSource<typeof webhookDelivery>) =>
  transaction.update(webhookDelivery).set(values).where(eq(webhookDelivery.id, id));

/** The organization has one endpoint; the id detects a replaced one. */
const ofDelivery = ({ organizationId, endpointId }: DeliveryRow) =>
  and(eq(webhookEndpoint.organizationId, organizationId), eq(webhookEndpoint.id, endpointId));

const clearFailure = (transaction: Database, delivery: DeliveryRow) =>
  transaction
    .update(webhookEndpoint)
    .set({ failingSince: null, lastFailure: null })
    .where(and(ofDelivery(delivery), isNotNull(webhookEndpoint.failingSince)));

async function switchOff(transaction: Database, delivery: DeliveryRow, failure: string): Promise<void> {
  await transaction
    .update(webhookEndpoint)
    .set({ enabled: false, goneAt: sql`now()`, lastFailure: failure })
    .where(ofDelivery(delivery));
  await giveUp(transaction, delivery.endpointId);
}

/** Fails all pending deliveries of an endpoint. */
export const giveUp = (transaction: Database, endpointId: string) =>
  transaction
    .update(webhookDelivery)
    .set({ status: 'failed', nextAttemptAt: null, claimedUntil: null })
    .where(and(eq(webhookDelivery.endpointId, endpointId), eq(webhookDelivery.status, 'pending')));
