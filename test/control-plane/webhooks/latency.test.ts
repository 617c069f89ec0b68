import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../../src/control-plane/database/database.ts';
import { openDatabase } from '../../../src/control-plane/database/open.ts';
import { quiet, TestControlPlane } from '../../harness/control-plane.ts';
import { WebhookReceiver } from '../../harness/webhook-receiver.ts';

let controlPlane: TestControlPlane;
let receiver: WebhookReceiver;
let database: Database;
let closeDatabase: () => Promise<void>;

beforeAll(async () => {
  receiver = await WebhookReceiver.start();
  controlPlane = await TestControlPlane.start({ webhookAllow: ['127.0.0.1/32'] });
  const opened = await openDatabase(controlPlane.settings, quiet);
  database = opened.database;
  closeDatabase = opened.close;
  const save =
    'mutation($input: NotificationSettingsInput!) { saveNotificationSettings(input: $input) { webhookSecret } }';
  await controlPlane.ask(save, { input: { webhookUrl: receiver.url } });
});
afterAll(async () => {
  await closeDatabase?.();
  await controlPlane?.destroy();
  await receiver?.stop();
});

/** Milliseconds from the opening of each incident to the arrival of its message, ascending. */
const delays = () =>
  receiver.received
    .map(({ body, at }) => at - Date.parse(JSON.parse(body).data.incident.openedAt))
    .toSorted((a, b) => a - b);

test('a hundred incidents that open together reach the webhook within seconds, on a busy machine too', async () => {
  const keys = 100;
  await database.execute(sql`INSERT INTO apikey (id, config_id, name, reference_id, key, organization_id, created_at, expires_at)
    SELECT 'ending-' || number, 'executor', 'ending-' || number, ${controlPlane.made.organizationId}, 'hash-' || number,
      ${controlPlane.made.organizationId}, now() - interval '90 days', now() + interval '1 day'
    FROM generate_series(1, ${keys}::int) AS number`);
  await receiver.untilReceived(keys);
  const slowest = delays().at(-1);
  expect(slowest).toBeLessThan(10_000);
});
