import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../../../src/control-plane/platform/database/database.ts';
import { openDatabase } from '../../../../src/control-plane/platform/database/open.ts';
import { quiet, TestControlPlane } from '../../../harness/control-plane.ts';

let controlPlane: TestControlPlane;
let database: Database;
let closeDatabase: () => Promise<void>;

beforeAll(async () => {
  controlPlane = await TestControlPlane.start();
  ({ database, close: closeDatabase } = await openDatabase(controlPlane.settings, quiet));
});
afterAll(async () => {
  await closeDatabase?.();
  await controlPlane?.destroy();
});

test('the center of notifications shows the latest 10 of many incidents', async () => {
  await database.execute(sql`
    INSERT INTO alert_incident (organization_id, code, severity, status, message, data, subject_type, subject_id, subject_name,
      started_at, opened_at, updated_at, closed_at)
    SELECT ${controlPlane.made.organizationId}, 'node_failing', 'critical', 'closed', 'It failed.', '{}', 'node', number::text,
      'node-' || number, now(), now(), now(), now()
    FROM generate_series(1, 11) AS number`);
  const { notificationCenter } = await controlPlane.ask('{ notificationCenter { latest { subjectName } } }');
  expect(notificationCenter.latest.map(({ subjectName }: { subjectName: string }) => subjectName)).toEqual(
    Array.from({ length: 10 }, (_, index) => `node-${11 - index}`),
  );
});

test('the latest 50 of many deliveries are listed', async () => {
  await database.execute(sql`
    INSERT INTO webhook_delivery (organization_id, endpoint_id, sequence, type, body, status, created_at)
    SELECT ${controlPlane.made.organizationId}, gen_random_uuid(), number, 'webhook.test', '{}', 'delivered',
      now() + make_interval(secs => number)
    FROM generate_series(1, 51) AS number`);
  const { webhookDeliveries } = await controlPlane.ask('{ webhookDeliveries { sequence } }');
  expect(webhookDeliveries.map(({ sequence }: { sequence: number }) => sequence)).toEqual(
    Array.from({ length: 50 }, (_, index) => 51 - index),
  );
});
