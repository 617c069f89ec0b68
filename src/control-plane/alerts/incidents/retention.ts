import { type Database, sql } from '../../platform/database/database.ts';
import type { ReplicaJob } from '../../platform/jobs/run-on-one-replica.ts';
import type { ControlPlaneSettings } from '../../settings.ts';

/** Keeps closed incidents and deliveries as long as events, and webhook secrets until their ends. */
export const alertRetentionJob = (database: Database, { eventRetentionDays }: ControlPlaneSettings): ReplicaJob => ({
  what: 'delete old incidents, deliveries and webhook secrets',
  everySeconds: 3600,
  run: async () => {
    const oldest = sql`now() - make_interval(days => ${eventRetentionDays}::int)`;
    await database.execute(sql`DELETE FROM alert_incident WHERE status = 'closed' AND closed_at < ${oldest}`);
    await database.execute(sql`DELETE FROM webhook_delivery WHERE status <> 'pending' AND created_at < ${oldest}`);
    await database.execute(sql`
      UPDATE notification_channel SET secrets = (
        SELECT jsonb_agg(secret ORDER BY place)
        FROM jsonb_array_elements(secrets) WITH ORDINALITY AS stored(secret, place)
        WHERE coalesce((secret->>'until')::timestamptz > now(), true))
      WHERE jsonb_array_length(secrets) > 1`);
  },
});
