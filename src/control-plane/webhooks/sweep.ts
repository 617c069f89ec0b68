import { type Database, rowsOf } from '../database/database.ts';
import { sql } from '../database/drizzle.ts';
import { transact } from '../database/transact.ts';
import type { ReplicaJob } from '../jobs/run-on-one-replica.ts';
import type { ControlPlaneSettings } from '../settings.ts';
import type { DeliveryQueue } from './delivery-queue.ts';

const batchSize = 500;

/**
 * Queues again what should have been tried and was not: the claim of a replica that died in its try has ended, or the queue was not in a
 * backup that was restored.
 */
export const deliverySweepJob = (database: Database, queue: DeliveryQueue): ReplicaJob => ({
  what: 'look for webhooks that nobody delivers',
  everySeconds: 4,
  run: () => sweepDeliveries(database, queue),
});

export const sweepDeliveries = (database: Database, queue: DeliveryQueue): Promise<void> =>
  transact(database, async (transaction) => {
    const result = await transaction.execute(sql`
      UPDATE webhook_delivery SET next_attempt_at = now(), claimed_until = NULL WHERE id IN (
        SELECT id FROM webhook_delivery
        WHERE status = 'pending' AND next_attempt_at < now()
          AND (claimed_until < now() OR claimed_until IS NULL AND next_attempt_at < now() - interval '1 minute')
        ORDER BY next_attempt_at LIMIT ${batchSize} FOR UPDATE SKIP LOCKED)
      RETURNING id, endpoint_id AS "endpointId"`);
    const overdue = rowsOf<{ id: string; endpointId: string }>(result);
    await queue.add(
      transaction,
      overdue.map(({ id, endpointId }) => ({ deliveryId: id, endpointId })),
    );
  });

/** Forgets deliveries every hour, as long after their creation as events are kept. */
export const deliveryRetentionJob = (
  database: Database,
  { eventRetentionDays }: Pick<ControlPlaneSettings, 'eventRetentionDays'>,
): ReplicaJob => ({
  what: 'delete old webhook deliveries',
  everySeconds: 3600,
  run: async () => {
    await database.execute(sql`DELETE FROM webhook_delivery
      WHERE status <> 'pending' AND created_at < now() - make_interval(days => ${eventRetentionDays}::int)`);
  },
});
