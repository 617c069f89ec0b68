import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { hookedControlPlane } from './hooked-control-plane.ts';

const hooked = hookedControlPlane();

test('a hundred incidents that open together each reach the webhook, once', async () => {
  const { controlPlane, receiver, database } = hooked();
  const keys = 100;
  await database.execute(sql`INSERT INTO apikey (id, config_id, name, reference_id, key, organization_id, created_at, expires_at)
    SELECT 'ending-' || number, 'executor', 'ending-' || number, ${controlPlane.made.organizationId}, 'hash-' || number,
      ${controlPlane.made.organizationId}, now() - interval '90 days', now() + interval '1 day'
    FROM generate_series(1, ${keys}::int) AS number`);
  await receiver.untilReceived(keys);
  expect(new Set(receiver.messages.map(({ data }) => data.incident.id)).size).toBe(keys);
});
