import { asc, eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { AddressPolicy } from '../../../../src/control-plane/alerts/webhooks/address-policy.ts';
import { createDeliveries } from '../../../../src/control-plane/alerts/webhooks/create-deliveries.ts';
import { DeliveryWorker } from '../../../../src/control-plane/alerts/webhooks/delivery-worker.ts';
import { newWebhookSecret } from '../../../../src/control-plane/alerts/webhooks/secrets.ts';
import { buildSecret } from '../../../../src/control-plane/people/accounts/secret.ts';
import type { Database, OpenDatabase } from '../../../../src/control-plane/platform/database/database.ts';
import { silentMeasures } from '../../../../src/control-plane/platform/monitoring/measures.ts';
import { noTraces } from '../../../../src/control-plane/platform/monitoring/traces.ts';
import { webhookDelivery, webhookEndpoint } from '../../../../src/control-plane/tables/webhooks.ts';
import { systemClock } from '../../../../src/timing/clock.ts';
import { quiet } from '../../../harness/control-plane.ts';
import { openTestDatabase } from '../../../harness/database.ts';
import { insertOrganization } from '../../../harness/rows.ts';
import { until } from '../../../harness/until.ts';
import { verify, WebhookReceiver } from '../../../harness/webhook-receiver.ts';

const secret = buildSecret(crypto.randomUUID());
const webhookSecret = newWebhookSecret();
let open: OpenDatabase;
let database: Database;
let receiver: WebhookReceiver;
let organizationId: string;
const workers: { stop: AbortController; ended: Promise<void> }[] = [];

beforeAll(async () => {
  open = await openTestDatabase();
  ({ database } = open);
});
beforeEach(async () => {
  await database.execute(sql`TRUNCATE organization CASCADE`);
  receiver = await WebhookReceiver.start();
  organizationId = await insertOrganization(database);
  await database
    .insert(webhookEndpoint)
    .values({ organizationId, url: receiver.url, enabled: true, sealedSecret: secret.seal(webhookSecret) });
});
afterEach(async () => {
  for (const { stop, ended } of workers.splice(0)) {
    stop.abort();
    await ended;
  }
  await receiver.stop();
});
afterAll(() => open?.close());

/** A replica's worker. */
function startWorker(): DeliveryWorker {
  const stop = new AbortController();
  const worker = new DeliveryWorker({
    ...{ measures: silentMeasures, traces: noTraces },
    database,
    secret,
    policy: new AddressPolicy(['127.0.0.0/8']),
    version: '1.0.0',
    clock: systemClock,
    log: quiet,
  });
  workers.push({ stop, ended: worker.run(stop.signal) });
  return worker;
}
const create = (count: number) =>
  database.transaction((transaction) =>
    createDeliveries(
      transaction,
      Array.from({ length: count }, () => ({ organizationId, type: 'webhook.test', incidentId: null, data: {} })),
    ),
  );
const deliveries = () => database.select().from(webhookDelivery).orderBy(asc(webhookDelivery.sequence));
const endpoint = async () => (await database.select().from(webhookEndpoint))[0];
const untilStatus = (status: string, count = 1) =>
  until(`${count} deliveries are ${status}`, async () => {
    const rows = await deliveries();
    return rows.filter((row) => row.status === status).length === count;
  });
/** Makes the next attempt of everything due now instead of in hours. */
const hurry = () => database.execute(sql`UPDATE webhook_delivery SET next_attempt_at = now() WHERE status = 'pending'`);

test('a delivery arrives once, signed, and what the receiver answered is kept', async () => {
  receiver.answer = (response) => response.writeHead(200).end('thank you');
  startWorker();
  const [created] = await create(1);
  await untilStatus('delivered');
  const [message] = receiver.received;
  expect(receiver.ids).toEqual([created?.id]);
  expect(message?.headers['content-type']).toBe('application/json');
  expect(message === undefined ? null : verify(webhookSecret, message)).toMatchObject({
    type: 'webhook.test',
    data: { organizationId, sequence: 1, endpointId: (await endpoint())?.id },
  });
  expect(await deliveries()).toMatchObject([
    { attempts: [{ status: 200, answer: 'thank you', error: null }], tries: 1, nextAttemptAt: null },
  ]);
});

test('many deliveries arrive once each and without gaps in their numbers, with several replicas', async () => {
  for (let replica = 0; replica < 3; replica++) startWorker();
  await Promise.all(Array.from({ length: 10 }, () => create(10)));
  await untilStatus('delivered', 100);
  expect(new Set(receiver.ids).size).toBe(100);
  expect(receiver.received).toHaveLength(100);
  const numbers = receiver.messages.map(({ data }) => data.sequence).toSorted((a, b) => a - b);
  expect(numbers).toEqual(Array.from({ length: 100 }, (_, index) => index + 1));
});

test('what is created in a transaction that is rolled back is not delivered, and its number is given again', async () => {
  startWorker();
  const message = { organizationId, type: 'webhook.test', incidentId: null, data: {} };
  await expect(
    database.transaction(async (transaction) => {
      await createDeliveries(transaction, [message]);
      throw new Error('rolled back');
    }),
  ).rejects.toThrow('rolled back');
  await create(1);
  await receiver.untilReceived(1);
  expect(receiver.messages).toMatchObject([{ data: { sequence: 1 } }]);
});

test('a failed delivery is tried ten times under the same id and number, and then given up', async () => {
  receiver.answer = (response) => response.writeHead(500).end('broken');
  startWorker();
  const [created] = await create(1);
  for (let tries = 1; tries <= 10; tries++) {
    await until(`try ${tries} is recorded`, async () => (await deliveries())[0]?.tries === tries);
    if (tries < 10) await hurry();
  }
  expect(await deliveries()).toMatchObject([{ status: 'failed', nextAttemptAt: null }]);
  expect(receiver.ids).toEqual(Array(10).fill(created?.id));
  expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
  expect((await endpoint())?.failingSince).not.toBeNull();
  expect((await endpoint())?.lastFailure).toBe('HTTP 500');
});

test('a delivery waits as long as the receiver asks for, and the webhook is well again after the next success', async () => {
  receiver.answer = (response) => response.writeHead(503, { 'retry-after': '3600' }).end();
  startWorker();
  await create(1);
  await until('the try is recorded', async () => (await deliveries())[0]?.tries === 1);
  const waitSeconds = ((await deliveries())[0]?.nextAttemptAt?.getTime() ?? 0) / 1000 - Date.now() / 1000;
  expect(waitSeconds).toBeGreaterThan(3500);
  expect(waitSeconds).toBeLessThan(3700);
  receiver.answer = (response) => response.writeHead(200).end();
  await hurry();
  await untilStatus('delivered');
  expect(await endpoint()).toMatchObject({ failingSince: null, lastFailure: null });
});

test('a receiver that is gone switches the webhook off, and what was left is given up', async () => {
  receiver.answer = (response) => response.writeHead(500).end();
  startWorker();
  await create(3);
  await until('all were tried', async () => (await deliveries()).every(({ tries }) => tries === 1));
  receiver.answer = (response) => response.writeHead(410).end();
  await hurry();
  await untilStatus('failed', 3);
  expect(await endpoint()).toMatchObject({ enabled: false, lastFailure: 'HTTP 410' });
  expect((await endpoint())?.goneAt).not.toBeNull();
  expect(await create(1)).toEqual([]);
});

test('a delivery whose claim has expired is tried again, and one that another replica has claimed is left alone', async () => {
  const [dead, claimed] = await create(2);
  await database.execute(sql`UPDATE webhook_delivery SET claim_id = gen_random_uuid(),
    claimed_until = now() + CASE WHEN id = ${dead?.id} THEN interval '-1 second' ELSE interval '30 seconds' END`);
  startWorker();
  await untilStatus('delivered');
  // The worker takes a later delivery and leaves the claimed one.
  const [later] = await create(1);
  await untilStatus('delivered', 2);
  expect(receiver.ids).toEqual([dead?.id, later?.id]);
  expect(await deliveries()).toMatchObject([
    { id: dead?.id, status: 'delivered' },
    { id: claimed?.id, tries: 0 },
    { id: later?.id, status: 'delivered' },
  ]);
});

test('a delivery to an endpoint that is another one by now is given up', async () => {
  await create(1);
  await database
    .update(webhookEndpoint)
    .set({ id: crypto.randomUUID() })
    .where(eq(webhookEndpoint.organizationId, organizationId));
  startWorker();
  await untilStatus('failed');
  expect(receiver.received).toEqual([]);
});

test('a slow receiver does not keep the deliveries of another organization waiting', async () => {
  receiver.answer = () => {};
  await create(200);
  const other = await insertOrganization(database);
  const quick = await WebhookReceiver.start();
  await database
    .insert(webhookEndpoint)
    .values({ organizationId: other, url: quick.url, enabled: true, sealedSecret: secret.seal(webhookSecret) });
  startWorker();
  await receiver.untilReceived(8);
  await database.transaction((transaction) =>
    createDeliveries(transaction, [{ organizationId: other, type: 'webhook.test', incidentId: null, data: {} }]),
  );
  await until('the other’s delivery arrives', () => quick.received.length === 1);
  expect(receiver.received).toHaveLength(8);
  await quick.stop();
  await receiver.stop();
  receiver = await WebhookReceiver.start();
});
