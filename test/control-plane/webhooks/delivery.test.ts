import { asc, eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildSecret } from '../../../src/control-plane/accounts/secret.ts';
import { type Database, type OpenDatabase, rowsOf } from '../../../src/control-plane/database/database.ts';
import { AddressPolicy } from '../../../src/control-plane/webhooks/address-policy.ts';
import { createDeliveries } from '../../../src/control-plane/webhooks/create-deliveries.ts';
import { DeliveryQueue } from '../../../src/control-plane/webhooks/delivery-queue.ts';
import { DeliveryWorker } from '../../../src/control-plane/webhooks/delivery-worker.ts';
import { newWebhookSecret } from '../../../src/control-plane/webhooks/secrets.ts';
import { sweepDeliveries } from '../../../src/control-plane/webhooks/sweep.ts';
import { type DeliveryRow, webhookDelivery, webhookEndpoint } from '../../../src/control-plane/webhooks/table.ts';
import { systemClock } from '../../../src/timing/clock.ts';
import { quiet } from '../../harness/control-plane.ts';
import { openTestDatabase } from '../../harness/database.ts';
import { insertOrganization } from '../../harness/rows.ts';
import { until } from '../../harness/until.ts';
import { verify, WebhookReceiver } from '../../harness/webhook-receiver.ts';

const secret = buildSecret(crypto.randomUUID());
const webhookSecret = newWebhookSecret();
let open: OpenDatabase;
let database: Database;
let receiver: WebhookReceiver;
let organizationId: string;
let queue: DeliveryQueue;
const workers: { stop: AbortController; ended: Promise<void> }[] = [];

beforeAll(async () => {
  open = await openTestDatabase();
  ({ database } = open);
  queue = new DeliveryQueue(database, quiet);
});
beforeEach(async () => {
  await database.execute(sql`TRUNCATE organization CASCADE`);
  await database.execute(sql`DELETE FROM pgboss.job`);
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

/** A replica's worker, with a queue of its own. */
function startWorker(): DeliveryWorker {
  const stop = new AbortController();
  const worker = new DeliveryWorker({
    database,
    queue: new DeliveryQueue(database, quiet),
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
      queue,
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
const queued = (row: DeliveryRow | undefined) => ({ deliveryId: row?.id ?? '', endpointId: row?.endpointId ?? '' });
/** Makes the next try of everything due now, instead of in hours. */
const hurry = async () => {
  await database.execute(sql`UPDATE webhook_delivery SET next_attempt_at = now() WHERE status = 'pending'`);
  await database.execute(sql`UPDATE pgboss.job SET start_after = now() - interval '1 second' WHERE state < 'active'`);
};

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
      await createDeliveries(transaction, queue, [message]);
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

test('a job that comes back after its delivery was acknowledged sends nothing', async () => {
  startWorker();
  const [created] = await create(1);
  await untilStatus('delivered');
  await database.transaction((transaction) => queue.add(transaction, [queued(created), queued(created)]));
  await until('the jobs have ended', async () => {
    const left = await database.execute(sql`SELECT 1 FROM pgboss.job WHERE state < 'completed'`);
    return rowsOf(left).length === 0;
  });
  expect(receiver.received).toHaveLength(1);
});

test('two jobs of one delivery make one try', async () => {
  const { promise: answered, resolve: goOn } = Promise.withResolvers<void>();
  receiver.answer = (response) => void answered.then(() => response.writeHead(200).end());
  const [created] = await create(1);
  await database.transaction((transaction) => queue.add(transaction, [queued(created)]));
  startWorker();
  startWorker();
  await until('one job has ended', async () => {
    const ended = await database.execute(sql`SELECT 1 FROM pgboss.job WHERE state = 'completed'`);
    return rowsOf(ended).length === 1;
  });
  goOn();
  await untilStatus('delivered');
  expect(receiver.received).toHaveLength(1);
});

test('a delivery whose replica died in its try, or that is missing in the queue, is tried again', async () => {
  const [dead, missing] = await create(2);
  await database.execute(sql`DELETE FROM pgboss.job`);
  await database.execute(sql`UPDATE webhook_delivery SET next_attempt_at = now() - interval '5 minutes',
    claimed_until = CASE WHEN id = ${dead?.id} THEN now() - interval '1 second' END`);
  await sweepDeliveries(database, queue);
  startWorker();
  await untilStatus('delivered', 2);
  expect(receiver.ids.toSorted()).toEqual([dead?.id, missing?.id].toSorted());
});

test('a try under way on another replica is left alone', async () => {
  await create(1);
  await database.execute(sql`DELETE FROM pgboss.job`);
  await database.execute(
    sql`UPDATE webhook_delivery SET next_attempt_at = now() - interval '5 minutes', claimed_until = now() + interval '30 seconds'`,
  );
  await sweepDeliveries(database, queue);
  const queued = await database.execute(sql`SELECT 1 FROM pgboss.job`);
  expect(rowsOf(queued)).toEqual([]);
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
    createDeliveries(transaction, queue, [{ organizationId: other, type: 'webhook.test', incidentId: null, data: {} }]),
  );
  await until('the other’s delivery arrives', () => quick.received.length === 1);
  expect(receiver.received).toHaveLength(8);
  await quick.stop();
  await receiver.stop();
  receiver = await WebhookReceiver.start();
});
