import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { rowsOf } from '../../../../src/control-plane/platform/database/database.ts';
import { isSoak } from '../../../harness/soak.ts';
import { until } from '../../../harness/until.ts';
import { hookedControlPlane } from './hooked-control-plane.ts';

const hooked = hookedControlPlane({ ownProcess: true });

/** Simulates elapsed time: the claims of a killed replica expire. */
const passTime = () =>
  hooked().database.execute(
    sql`UPDATE webhook_delivery SET claimed_until = claimed_until - interval '1 minute' WHERE status = 'pending'`,
  );
const statuses = async (): Promise<string[]> =>
  (await hooked().controlPlane.ask('{ webhookDeliveries { status } }')).webhookDeliveries.map(
    ({ status }: { status: string }) => status,
  );

test('a control plane that is killed in the try of a delivery tries it again under the same id', async () => {
  const { controlPlane, receiver } = hooked();
  receiver.answer = () => {};
  await controlPlane.ask('mutation { testNotificationWebhook { id } }');
  await receiver.untilReceived(1);
  await controlPlane.stop('SIGKILL');
  receiver.answer = (response) => response.writeHead(200).end();
  await passTime();
  await controlPlane.serve();
  await until('it is delivered', async () => (await statuses())[0] === 'delivered', 60_000);
  expect(new Set(receiver.ids).size).toBe(1);
  expect(receiver.received).toHaveLength(2);
});

test('another replica takes over what a killed one was at, without waiting for its return', async () => {
  const { controlPlane, receiver, database } = hooked();
  receiver.received.length = 0;
  receiver.answer = () => {};
  await controlPlane.ask('mutation { testNotificationWebhook { id } }');
  await receiver.untilReceived(1);
  const other = await controlPlane.startBeside();
  try {
    await controlPlane.stop('SIGKILL');
    receiver.answer = (response) => response.writeHead(200).end();
    await receiver.untilReceived(2);
    await until('it is recorded', async () => {
      const open = await database.execute(sql`SELECT 1 FROM webhook_delivery WHERE status <> 'delivered'`);
      return rowsOf(open).length === 0;
    });
    expect(new Set(receiver.ids).size).toBe(1);
  } finally {
    await other.destroy();
    await controlPlane.serve();
  }
});

test('the incidents of a control plane that is killed again and again are told once each, opened and closed', async () => {
  const { controlPlane, receiver, database } = hooked();
  const rounds = isSoak() ? 6 : 2;
  receiver.received.length = 0;
  for (let round = 0; round < rounds; round++) {
    const name = `ending-${round}`;
    await controlPlane.key('personal', name);
    await database.execute(sql`UPDATE apikey SET created_at = now() - interval '90 days', expires_at = now() + interval '1 day'
      WHERE name = ${name}`);
    await until('an incident is open', async () => {
      const { notificationCenter } = await controlPlane.ask('{ notificationCenter { open } }');
      return notificationCenter.open > 0;
    });
    await database.execute(sql`UPDATE apikey SET expires_at = NULL WHERE name = ${name}`);
    await controlPlane.stop('SIGKILL');
    await passTime();
    await controlPlane.serve();
    await until('the incident is closed', async () => {
      const { notificationCenter } = await controlPlane.ask('{ notificationCenter { open } }');
      return notificationCenter.open === 0;
    });
  }
  await until(
    'all are delivered',
    async () => {
      const all = await statuses();
      return all.length === 2 * rounds + 2 && all.every((status) => status === 'delivered');
    },
    60_000,
  );
  const byId = Map.groupBy(receiver.messages, ({ data }) => data.sequence);
  expect([...byId.keys()].toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: 2 * rounds }, (_, index) => index + 3),
  );
  const told = receiver.messages.map(({ type, data }) => `${type} ${data.incident.id}`);
  expect(new Set(told).size).toBe(2 * rounds);
  // In each round another control plane waits for the lease of the killed one.
}, 300_000);
