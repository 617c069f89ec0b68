import type { Database } from '../../platform/database/database.ts';
import { sql } from '../../platform/database/drizzle.ts';
import type { ReplicaJob } from '../../platform/jobs/run-on-one-replica.ts';
import type { ControlPlaneSettings } from '../../settings.ts';

/** Keeps deliveries as long as events. */
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
