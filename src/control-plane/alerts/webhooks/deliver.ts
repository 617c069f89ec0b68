import pRetry from 'p-retry';
import type { Secret } from '../../people/accounts/secret.ts';
import { isDatabaseAway } from '../../platform/database/connection-fault.ts';
import { type Database, transact } from '../../platform/database/database.ts';
import { sql } from '../../platform/database/drizzle.ts';
import { type Measures, silentMeasures } from '../../platform/monitoring/measures.ts';
import { noTraces, type Traces } from '../../platform/monitoring/traces.ts';
import { webhookDelivery } from '../../tables/webhooks.ts';
import type { AddressPolicy } from './address-policy.ts';
import { type Claim, isClaimed } from './claim-deliveries.ts';
import { post } from './post.ts';
import { recordAttempt } from './record-attempt.ts';
import { signedHeaders } from './secrets.ts';

/** Tries for about a minute. */
const recordPolicy = { retries: 60, minTimeout: 100, maxTimeout: 1000, factor: 2 };

export interface DeliverDeps {
  database: Database;
  secret: Pick<Secret, 'unseal'>;
  policy: AddressPolicy;
  version: string;
  measures?: Measures;
  traces?: Traces;
}

/** Tries a claimed delivery once. */
export async function deliver(deps: DeliverDeps, { delivery, endpoint }: Claim): Promise<void> {
  const { database, policy, secret, version, measures = silentMeasures, traces = noTraces } = deps;
  if (endpoint === undefined) {
    const values = { status: 'failed', nextAttemptAt: null, claimedUntil: null } as const;
    await database.update(webhookDelivery).set(values).where(isClaimed(delivery));
    return;
  }
  const at = new Date();
  const startedAt = performance.now();
  const headers = {
    'content-type': 'application/json',
    'user-agent': `satrap/${version}`,
    ...signedHeaders({ id: delivery.id, at, body: delivery.body }, endpoint, secret),
  };
  const outcome = await traces.part('webhook delivery', { 'satrap.delivery.id': delivery.id }, () =>
    post({ url: endpoint.url, headers, body: delivery.body, policy }),
  );
  const durationMs = performance.now() - startedAt;
  measures.webhookAttempt({ delivered: outcome.error === null, seconds: durationMs / 1000 });
  const wasFailing = endpoint.failingSince !== null;
  // While the database is away it is tried again: what the receiver acknowledged must not be sent again for that.
  await pRetry(
    () =>
      transact(database, (transaction) =>
        recordAttempt(transaction, { delivery, wasFailing, outcome, at, durationMs }),
      ),
    { ...recordPolicy, shouldRetry: ({ error }) => isDatabaseAway(error) },
  );
}

/** Releases a claim, and puts its delivery off for some seconds. No try is counted. */
export async function putOff(database: Database, { delivery }: Claim, seconds: number): Promise<void> {
  await database
    .update(webhookDelivery)
    .set({ nextAttemptAt: sql`now() + make_interval(secs => ${seconds}::float8)`, claimedUntil: null })
    .where(isClaimed(delivery));
}
