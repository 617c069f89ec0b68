import type { ClientLifecycle } from '../../nodes/client-lifecycle.ts';
import type { Database } from '../../platform/database/database.ts';
import { sql } from '../../platform/database/drizzle.ts';
import type { ReplicaJob } from '../../platform/jobs/run-on-one-replica.ts';
import type { ControlPlaneSettings } from '../../settings.ts';
import type { WebhookDeps } from '../webhooks/resolvers.ts';
import { notifyChanges } from './notify.ts';
import { type RunRulesDeps, runRules } from './run-rules.ts';

export interface RulesJobDeps {
  database: Database;
  publicUrl: string | undefined;
  lifecycle: ClientLifecycle;
  deliveries: WebhookDeps['deliveries'];
}

/** Runs the rules every five seconds. */
export const rulesJob = ({ database, publicUrl, lifecycle, deliveries: { wake } }: RulesJobDeps): ReplicaJob => ({
  what: 'judge what is wrong',
  everySeconds: 5,
  run: async (_signal, fence) => {
    const notify: RunRulesDeps['notify'] = (transaction, changes) => notifyChanges(transaction, changes, publicUrl);
    await runRules({ database, fence, lifecycle: lifecycle.table, notify });
    wake();
  },
});

/** Forgets closed incidents every hour, as long after their end as events are kept. */
export const incidentRetentionJob = (
  database: Database,
  { eventRetentionDays }: Pick<ControlPlaneSettings, 'eventRetentionDays'>,
): ReplicaJob => ({
  what: 'delete old incidents',
  everySeconds: 3600,
  run: async () => {
    await database.execute(sql`DELETE FROM alert_incident
      WHERE status = 'closed' AND closed_at < now() - make_interval(days => ${eventRetentionDays}::int)`);
  },
});
