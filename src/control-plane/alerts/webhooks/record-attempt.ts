import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { WebhookAttempt } from '../../../contract/types.generated.ts';
import { publish } from '../../platform/bus/outbox.ts';
import type { Database } from '../../platform/database/database.ts';
import { and, eq, isNotNull, ne, type SQL, sql } from '../../platform/database/drizzle.ts';
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
  const { organizationId, id, endpointId } = delivery;
  const change = (values: PgUpdateSetSource<typeof webhookDelivery>) =>
    transaction
      .update(webhookDelivery)
      .set({ ...ended, ...values })
      .where(eq(webhookDelivery.id, id));
  // The organization has one endpoint; the id detects a replaced one.
  const isEndpoint = and(eq(webhookEndpoint.organizationId, organizationId), eq(webhookEndpoint.id, endpointId));
  const changeEndpoint = (values: PgUpdateSetSource<typeof webhookEndpoint>, condition?: SQL) =>
    transaction.update(webhookEndpoint).set(values).where(and(isEndpoint, condition));
  if (outcome.error === null) {
    await change({ status: 'delivered', acknowledgedAt: sql`now()` });
    const cleared = { failingSince: null, lastFailure: null };
    if (attempt.wasFailing) await changeEndpoint(cleared, isNotNull(webhookEndpoint.failingSince));
  } else if (outcome.status === gone) {
    await change({ status: 'failed' });
    await changeEndpoint({ enabled: false, goneAt: sql`now()`, lastFailure: outcome.error });
    await giveUp(transaction, endpointId);
  } else {
    const seconds = secondsToNextTry(tries, outcome.retryAfterSeconds);
    const retried = { nextAttemptAt: sql`now() + make_interval(secs => ${seconds}::float8)` };
    await change(seconds === null ? { status: 'failed' } : retried);
    const failingSince = sql`coalesce(${webhookEndpoint.failingSince}, now())`;
    await changeEndpoint({ failingSince, lastFailure: outcome.error });
  }
  await publish(transaction, { kind: 'changed', organizationId, type: 'notification', id });
}

const isUnacknowledged = ({ id }: DeliveryRow) =>
  and(eq(webhookDelivery.id, id), ne(webhookDelivery.status, 'delivered'));

function shownAttempt({ outcome: { status, answer, error }, at, durationMs }: Attempt): WebhookAttempt {
  return { at: at.toISOString(), durationMs: Math.round(durationMs), status, answer, error };
}

/** Fails all pending deliveries of an endpoint. */
export const giveUp = (transaction: Database, endpointId: string) =>
  transaction
    .update(webhookDelivery)
    .set({ status: 'failed', nextAttemptAt: null, claimedUntil: null })
    .where(and(eq(webhookDelivery.endpointId, endpointId), eq(webhookDelivery.status, 'pending')));
