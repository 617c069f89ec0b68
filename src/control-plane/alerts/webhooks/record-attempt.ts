import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { WebhookAttempt } from '../../../contract/types.generated.ts';
import { publish } from '../../platform/bus/outbox.ts';
import { and, type Database, eq, isNotNull, isNull, ne, or, type SQL, sql } from '../../platform/database/database.ts';
import { hasKey, type TenantKey } from '../../platform/database/tenant-keys.ts';
import { type DeliveryRow, notificationChannel, webhookDelivery } from '../../tables/channels.ts';
import type { PostOutcome } from '../channels/post.ts';
import { secondsToNextTry } from '../channels/retry-schedule.ts';
import { isClaimed } from './claims.ts';

const maxAttemptsKept = 20;
/** In seconds: a busy channel is not updated for each delivery. */
const deliveredPrecision = 10;

interface Attempt {
  delivery: DeliveryRow;
  /** The receiver will never accept a message. */
  isGone: boolean;
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
  const { organizationId, id, channelId } = delivery;
  const change = (values: PgUpdateSetSource<typeof webhookDelivery>) =>
    transaction
      .update(webhookDelivery)
      .set({ ...ended, ...values })
      .where(hasKey(webhookDelivery, organizationId, id));
  const { lastDeliveredAt } = notificationChannel;
  const changeChannel = (values: PgUpdateSetSource<typeof notificationChannel>, condition?: SQL) =>
    transaction
      .update(notificationChannel)
      .set(values)
      .where(and(hasKey(notificationChannel, organizationId, channelId), condition));
  if (outcome.error === null) {
    await change({ status: 'delivered', acknowledgedAt: sql`now()` });
    const isOld = sql`${lastDeliveredAt} < now() - make_interval(secs => ${deliveredPrecision}::int)`;
    await changeChannel(
      { failingSince: null, lastFailure: null, lastDeliveredAt: sql`now()` },
      or(isNotNull(notificationChannel.failingSince), isNull(lastDeliveredAt), isOld),
    );
  } else if (attempt.isGone) {
    await change({ status: 'failed' });
    await changeChannel({ enabled: false, goneAt: sql`now()`, lastFailure: outcome.error });
    await giveUp(transaction, { organizationId, id: channelId });
  } else {
    const seconds = secondsToNextTry(tries, outcome.retryAfterSeconds);
    const retried = { nextAttemptAt: sql`now() + make_interval(secs => ${seconds}::float8)` };
    await change(seconds === null ? { status: 'failed' } : retried);
    const failingSince = sql`coalesce(${notificationChannel.failingSince}, now())`;
    await changeChannel({ failingSince, lastFailure: outcome.error });
  }
  await publish(transaction, { kind: 'changed', organizationId, type: 'notification', id });
}

const isUnacknowledged = ({ organizationId, id }: DeliveryRow) =>
  and(hasKey(webhookDelivery, organizationId, id), ne(webhookDelivery.status, 'delivered'));

function shownAttempt({ outcome: { status, answer, error }, at, durationMs }: Attempt): WebhookAttempt {
  return { at: at.toISOString(), durationMs: Math.round(durationMs), status, answer, error };
}

export const ofChannel = (organizationId: string, channelId: string) =>
  and(eq(webhookDelivery.organizationId, organizationId), eq(webhookDelivery.channelId, channelId));

/** Fails all pending deliveries of a channel. */
export const giveUp = (transaction: Database, { organizationId, id }: TenantKey) =>
  transaction
    .update(webhookDelivery)
    .set({ status: 'failed', nextAttemptAt: null, claimedUntil: null })
    .where(and(ofChannel(organizationId, id), eq(webhookDelivery.status, 'pending')));
