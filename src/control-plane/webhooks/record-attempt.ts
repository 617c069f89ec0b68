import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { WebhookAttempt } from '../../contract/types.generated.ts';
import { publish } from '../bus/publish.ts';
import type { Database } from '../database/database.ts';
import { and, eq, isNotNull, sql } from '../database/drizzle.ts';
import type { DeliveryJob, DeliveryQueue } from './delivery-queue.ts';
import type { PostOutcome } from './post.ts';
import { secondsToNextTry } from './retry-schedule.ts';
import { type DeliveryRow, webhookDelivery, webhookEndpoint } from './table.ts';

const maxAttemptsKept = 20;
/** The receiver is gone for good. */
const gone = 410;

export interface Attempt {
  job: DeliveryJob;
  /** As it was claimed. */
  delivery: DeliveryRow;
  /** Whether its endpoint was failing before. */
  wasFailing: boolean;
  outcome: PostOutcome;
  at: Date;
  durationMs: number;
}

/**
 * Records how a try ended and what follows, within one transaction with the end of its job: nothing is tried again once it is acknowledged.
 * Where this record comes late, or again because nobody heard that it was committed, what others have recorded since stays as it is; only an
 * acknowledgement counts whenever it comes.
 */
export async function recordAttempt(transaction: Database, queue: DeliveryQueue, attempt: Attempt): Promise<void> {
  const { job, delivery, outcome } = attempt;
  const [present] = await transaction
    .select()
    .from(webhookDelivery)
    .where(eq(webhookDelivery.id, delivery.id))
    .for('update');
  const isNews = outcome.error === null ? present?.status !== 'delivered' : isClaimed(present, delivery.claimedBy);
  if (present === undefined || !isNews) return queue.done(transaction, job.jobId);
  const attempts = [...present.attempts, shownAttempt(attempt)].slice(-maxAttemptsKept);
  const tries = present.tries + 1;
  const ended = { attempts, tries, claimedUntil: null, nextAttemptAt: null };
  if (outcome.error === null) {
    await change(transaction, delivery.id, { ...ended, status: 'delivered', acknowledgedAt: new Date() });
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
      await queue.add(transaction, [job], seconds);
    }
    await transaction
      .update(webhookEndpoint)
      .set({ failingSince: sql`coalesce(${webhookEndpoint.failingSince}, now())`, lastFailure: outcome.error })
      .where(ofDelivery(delivery));
  }
  const { organizationId, id } = delivery;
  await publish(transaction, { kind: 'changed', organizationId, type: 'notification', id });
  await queue.done(transaction, job.jobId);
}

const isClaimed = (present: DeliveryRow | undefined, claimant: string | null): boolean =>
  present?.status === 'pending' && present.claimedUntil !== null && present.claimedBy === claimant;

const shownAttempt = ({ outcome, at, durationMs }: Attempt): WebhookAttempt => ({
  at: at.toISOString(),
  durationMs: Math.round(durationMs),
  status: outcome.status,
  answer: outcome.answer,
  error: outcome.error,
});

const change = (transaction: Database, id: string, values: PgUpdateSetSource<typeof webhookDelivery>) =>
  transaction.update(webhookDelivery).set(values).where(eq(webhookDelivery.id, id));

/** By the organization, which has one; by the id, because it may be another one by now. */
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
    .set({ enabled: false, goneAt: new Date(), lastFailure: failure })
    .where(ofDelivery(delivery));
  await giveUp(transaction, delivery.endpointId);
}

/** Gives up what was not yet delivered to an endpoint. */
export const giveUp = (transaction: Database, endpointId: string) =>
  transaction
    .update(webhookDelivery)
    .set({ status: 'failed', nextAttemptAt: null, claimedUntil: null })
    .where(and(eq(webhookDelivery.endpointId, endpointId), eq(webhookDelivery.status, 'pending')));
