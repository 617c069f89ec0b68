import { expect, test } from 'vitest';
import { addressPolicy } from '../../../../src/control-plane/alerts/channels/address-policy.ts';
import { claimDeliveries } from '../../../../src/control-plane/alerts/webhooks/claims.ts';
import { createDeliveries } from '../../../../src/control-plane/alerts/webhooks/create-deliveries.ts';
import { deliver } from '../../../../src/control-plane/alerts/webhooks/delivery-worker.ts';
import { buildSecret } from '../../../../src/control-plane/people/accounts/secret.ts';
import { silentMeasures } from '../../../../src/control-plane/platform/monitoring/measures.ts';
import { noTraces } from '../../../../src/control-plane/platform/monitoring/traces.ts';
import { notificationChannel, webhookDelivery } from '../../../../src/control-plane/tables/channels.ts';
import { insertOrganization } from '../../../harness/rows.ts';
import { sharedDatabase } from '../../../harness/shared-control-plane.ts';

const database = sharedDatabase();
const secret = buildSecret(crypto.randomUUID());

test('a delivery through an unreadable channel fails, and is not retried at once', async () => {
  const organizationId = await insertOrganization(database);
  const shown = { kind: 'webhook', name: 'hook', target: 'hook', lowestSeverity: 'info', enabled: true } as const;
  const sealedTarget = secret.seal('secret that is no target');
  await database.insert(notificationChannel).values({ organizationId, ...shown, sealedTarget });
  await createDeliveries(database, [{ organizationId, type: 'webhook.test', incidentId: null, data: {} }]);
  const [claim] = await database.transaction((transaction) => claimDeliveries(transaction, 1));
  if (claim === undefined) throw new Error('nothing was claimed');
  const policy = addressPolicy([]);
  await deliver({ database, secret, policy, version: '1.0.0', measures: silentMeasures, traces: noTraces }, claim);
  const [tried] = await database.select().from(webhookDelivery);
  const error = 'the channel or the message cannot be read; set the channel’s target again';
  expect(tried).toMatchObject({ status: 'pending', tries: 1, claimedUntil: null, attempts: [{ error }] });
  expect(tried?.nextAttemptAt?.getTime()).toBeGreaterThan(Date.now());
});
