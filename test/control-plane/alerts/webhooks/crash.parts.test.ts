import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rowsOf } from '../../../../src/control-plane/platform/database/database.ts';
import { sharedControlPlane, sharedDatabase } from '../../../harness/shared-control-plane.ts';
import { isSoak } from '../../../harness/soak.ts';
import { until } from '../../../harness/until.ts';
import { WebhookReceiver } from '../../../harness/webhook-receiver.ts';

const controlPlane = sharedControlPlane({ ownProcess: true, webhookAllow: ['127.0.0.1/32'] });
const database = sharedDatabase(controlPlane);
let receiver: WebhookReceiver;
beforeAll(async () => {
  receiver = await WebhookReceiver.start();
  const save =
    'mutation($input: NotificationSettingsInput!) { saveNotificationSettings(input: $input) { webhookSecret } }';
  await controlPlane.ask(save, { input: { webhookUrl: receiver.url } });
});
afterAll(() => receiver?.stop());

/** Simulates elapsed time: the claims and the lease of a killed replica expire. */
const passTime = async () => {
  await database.execute(
    sql`UPDATE webhook_delivery SET claimed_until = claimed_until - interval '1 minute' WHERE status = 'pending'`,
  );
  await database.execute(sql`UPDATE job_lease SET ends_at = clock_timestamp()`);
};
const hang = () => {
  receiver.answer = () => {};
};
const acknowledge = () => {
  receiver.answer = (response) => response.writeHead(200).end();
};
const untilOpen = (open: number) =>
  until(`${open} incidents are open`, async () => {
    const { notificationCenter } = await controlPlane.ask('{ notificationCenter { open } }');
    return notificationCenter.open === open;
  });
const untilDelivered = (count: number) =>
  until('all are delivered', async () => {
    const result = await database.execute(sql`SELECT status FROM webhook_delivery`);
    const rows = rowsOf<{ status: string }>(result);
    return rows.length === count && rows.every(({ status }) => status === 'delivered');
  });

test('the incidents of a control plane that is killed again and again, also in the try of a delivery, are told under one id each, opened and closed', async () => {
  const rounds = isSoak() ? 6 : 2;
  for (let round = 0; round < rounds; round++) {
    const killedInTry = round % 2 === 0;
    if (killedInTry) hang();
    const before = receiver.received.length;
    const name = `ending-${round}`;
    await controlPlane.key('personal', name);
    await database.execute(sql`UPDATE apikey SET created_at = now() - interval '90 days', expires_at = now() + interval '1 day'
      WHERE name = ${name}`);
    await untilOpen(1);
    if (killedInTry) await receiver.untilReceived(before + 1);
    await database.execute(sql`UPDATE apikey SET expires_at = NULL WHERE name = ${name}`);
    await controlPlane.stop('SIGKILL');
    acknowledge();
    await passTime();
    await controlPlane.serve();
    await untilOpen(0);
  }
  await untilDelivered(2 * rounds);
  const told = new Map(
    receiver.messages.map(({ type, data }, index) => [receiver.ids[index], `${type} ${data.incident.id}`]),
  );
  expect(told.size).toBe(2 * rounds);
  expect(new Set(told.values()).size).toBe(2 * rounds);
  const numbers = new Set(receiver.messages.map(({ data }) => data.sequence));
  expect([...numbers].toSorted((a, b) => a - b)).toEqual(Array.from({ length: 2 * rounds }, (_, index) => index + 1));
  // The tries that were cut off are repeated.
  expect(receiver.received.length).toBeGreaterThan(2 * rounds);
}, 300_000);

test('another replica takes over what a killed one was at, without waiting for its return', async () => {
  const before = receiver.received.length;
  const { length: delivered } = rowsOf(await database.execute(sql`SELECT FROM webhook_delivery`));
  hang();
  await controlPlane.ask('mutation { testNotificationWebhook { id } }');
  await receiver.untilReceived(before + 1);
  const other = await controlPlane.startBeside();
  try {
    await controlPlane.stop('SIGKILL');
    acknowledge();
    await passTime();
    await receiver.untilReceived(before + 2);
    await untilDelivered(delivered + 1);
    expect(new Set(receiver.ids.slice(before)).size).toBe(1);
  } finally {
    await other.destroy();
  }
});
