import type { ServerResponse } from 'node:http';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildSecret } from '../../../src/control-plane/accounts/secret.ts';
import { type Database, type OpenDatabase, rowsOf } from '../../../src/control-plane/database/database.ts';
import { AddressPolicy } from '../../../src/control-plane/webhooks/address-policy.ts';
import { Claims } from '../../../src/control-plane/webhooks/claims.ts';
import { createDeliveries } from '../../../src/control-plane/webhooks/create-deliveries.ts';
import { deliver } from '../../../src/control-plane/webhooks/deliver.ts';
import { type DeliveryJob, DeliveryQueue } from '../../../src/control-plane/webhooks/delivery-queue.ts';
import { DeliveryWorker } from '../../../src/control-plane/webhooks/delivery-worker.ts';
import { newWebhookSecret } from '../../../src/control-plane/webhooks/secrets.ts';
import { webhookDelivery, webhookEndpoint } from '../../../src/control-plane/webhooks/table.ts';
import { systemClock } from '../../../src/timing/clock.ts';
import { quiet } from '../../harness/control-plane.ts';
import { openTestDatabase } from '../../harness/database.ts';
import { insertOrganization } from '../../harness/rows.ts';
import { until } from '../../harness/until.ts';
import { WebhookReceiver } from '../../harness/webhook-receiver.ts';

const secret = buildSecret(crypto.randomUUID());
let open: OpenDatabase;
let database: Database;
let receiver: WebhookReceiver;
let queue: DeliveryQueue;

beforeAll(async () => {
  open = await openTestDatabase();
  ({ database } = open);
  queue = new DeliveryQueue(database, quiet);
  receiver = await WebhookReceiver.start();
});
beforeEach(async () => {
  receiver.received.length = 0;
  receiver.answer = (response) => void response.writeHead(200).end();
  await database.execute(sql`TRUNCATE organization CASCADE`);
  await database.execute(sql`DELETE FROM pgboss.job`);
});
afterAll(async () => {
  await receiver?.stop();
  await open?.close();
});

/** Creates a delivery, and returns its job. */
async function createJob() {
  const organizationId = await insertOrganization(database);
  const sealedSecret = secret.seal(newWebhookSecret());
  await database.insert(webhookEndpoint).values({ organizationId, url: receiver.url, enabled: true, sealedSecret });
  const message = { organizationId, type: 'webhook.test', incidentId: null, data: {} };
  const [created] = await database.transaction((transaction) => createDeliveries(transaction, queue, [message]));
  if (created === undefined) throw new Error('nothing was created');
  return { deliveryId: created.id, endpointId: created.endpointId, jobId: crypto.randomUUID() };
}
const claims = (clock = systemClock) => new Claims({ database, clock, log: quiet });
const claimed = async (of: Claims, job: DeliveryJob) => (await of.take(async () => [job]))[0]?.claim;
const depsOf = (of: Database) => ({
  ...{ database: of, queue, secret, policy: new AddressPolicy(['127.0.0.0/8']), version: '1.0.0' },
});
const refusing = (response: ServerResponse) => void response.writeHead(500).end();
const queued = async (): Promise<number> => rowsOf(await database.execute(sql`SELECT 1 FROM pgboss.job`)).length;
const secondsLeft = async (): Promise<number> => {
  const result = await database.execute(
    sql`SELECT extract(epoch FROM claimed_until - now())::float8 AS left FROM webhook_delivery`,
  );
  return rowsOf<{ left: number }>(result)[0]?.left ?? 0;
};

test('a replica that lives keeps its claims, and another gets none of them', async () => {
  const job = await createJob();
  const [ours, theirs] = [claims(), claims()];
  expect(await claimed(ours, job)).toBeDefined();
  await database.execute(sql`UPDATE webhook_delivery SET claimed_until = now() + interval '5 seconds'`);
  const stop = new AbortController();
  const kept = Promise.all([ours.keep(stop.signal), theirs.keep(stop.signal)]);
  await until('the claim is renewed', async () => (await secondsLeft()) > 6);
  stop.abort();
  await kept;
  expect(await claimed(theirs, job)).toBeUndefined();
  expect([ours.holds(job.deliveryId), theirs.holds(job.deliveryId)]).toEqual([true, false]);
});

test('a replica that stalled does not begin with what another may have taken over', async () => {
  const job = await createJob();
  let elapsed = 0;
  const stalled = claims({ ...systemClock, elapsed: () => elapsed });
  await claimed(stalled, job);
  expect(stalled.holds(job.deliveryId)).toBe(true);
  elapsed += 10_000;
  expect(stalled.holds(job.deliveryId)).toBe(false);
  await database.execute(sql`UPDATE webhook_delivery SET claimed_until = now() - interval '1 second'`);
  expect(await claimed(claims(), job)).toBeDefined();
});

/** Holds the rows of the deliveries until the returned function is called. */
async function holdDeliveries(): Promise<() => Promise<void>> {
  const [holding, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const held = database.transaction(async (transaction) => {
    await transaction.select().from(webhookDelivery).for('update');
    holding.resolve();
    await released.promise;
  });
  await Promise.race([holding.promise, held]);
  return () => {
    released.resolve();
    return held;
  };
}

test('a connection that ends between the taking of a job and the claim of its delivery leaves the job to the next look', async () => {
  await createJob();
  const release = await holdDeliveries();
  const own = new DeliveryQueue(database, quiet);
  const worker = new DeliveryWorker({ ...depsOf(database), queue: own, clock: systemClock, log: quiet });
  const stop = new AbortController();
  const running = worker.run(stop.signal);
  const ended = sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE 'update "webhook_delivery"%'`;
  await until(
    'the claim that waits has lost its connection',
    async () => rowsOf(await database.execute(ended)).length > 0,
  );
  await release();
  await receiver.untilReceived(1);
  stop.abort();
  await running;
  expect(await database.select().from(webhookDelivery)).toMatchObject([{ status: 'delivered', tries: 1 }]);
});

test('what the receiver acknowledged while the database was away is recorded, and not sent again', async () => {
  const job = await createJob();
  const claim = await claimed(claims(), job);
  let refusals = 0;
  const interrupted: Database = Object.create(database, {
    transaction: {
      value: (...args: Parameters<Database['transaction']>) => {
        refusals++;
        if (refusals > 3) return database.transaction(...args);
        return Promise.reject(Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }));
      },
    },
  });
  await deliver(depsOf(interrupted), job, claim);
  expect(refusals).toBe(4);
  expect(await database.select().from(webhookDelivery)).toMatchObject([{ status: 'delivered', tries: 1 }]);
  expect(receiver.received).toHaveLength(1);
});

test('a failed try that is recorded late does not undo what another replica has recorded', async () => {
  const job = await createJob();
  const late = await claimed(claims(), job);
  await database.execute(sql`UPDATE webhook_delivery SET claimed_until = now() - interval '1 second'`);
  await deliver(depsOf(database), job, await claimed(claims(), job));
  const before = await database.select().from(webhookDelivery);
  expect(before).toMatchObject([{ status: 'delivered', tries: 1 }]);
  const jobs = await queued();
  receiver.answer = refusing;
  await deliver(depsOf(database), job, late);
  expect(await database.select().from(webhookDelivery)).toEqual(before);
  expect(await queued()).toBe(jobs);
});

test('an acknowledgement that is recorded late counts, beside the failed try of another replica', async () => {
  const job = await createJob();
  const late = await claimed(claims(), job);
  await database.execute(sql`UPDATE webhook_delivery SET claimed_until = now() - interval '1 second'`);
  const second = await claimed(claims(), job);
  receiver.answer = refusing;
  await deliver(depsOf(database), job, second);
  receiver.answer = (response) => void response.writeHead(200).end();
  await deliver(depsOf(database), job, late);
  expect(await database.select().from(webhookDelivery)).toMatchObject([
    { status: 'delivered', tries: 2, attempts: [{ status: 500 }, { status: 200 }], nextAttemptAt: null },
  ]);
});

test('a failed try whose record was committed unheard of is recorded once, and tried again once', async () => {
  receiver.answer = refusing;
  const job = await createJob();
  const claim = await claimed(claims(), job);
  const jobs = await queued();
  let commits = 0;
  const unheard: Database = Object.create(database, {
    transaction: {
      value: async (...args: Parameters<Database['transaction']>) => {
        await database.transaction(...args);
        if (++commits === 1) throw Object.assign(new Error('read'), { code: 'ECONNRESET' });
      },
    },
  });
  await deliver(depsOf(unheard), job, claim);
  expect(commits).toBe(2);
  expect(await database.select().from(webhookDelivery)).toMatchObject([{ status: 'pending', tries: 1 }]);
  expect(await queued()).toBe(jobs + 1);
});

test('an acknowledgement is recorded although its body never ends', async () => {
  receiver.answer = (response) => void response.writeHead(200).write('thank');
  const job = await createJob();
  const claim = await claimed(claims(), job);
  await deliver(depsOf(database), job, claim);
  const [row] = await database.select().from(webhookDelivery);
  expect(row).toMatchObject({ status: 'delivered', attempts: [{ status: 200, answer: 'thank', error: null }] });
  // The whole try may take 10 seconds; an acknowledged one is recorded long before.
  expect(row?.attempts[0]?.durationMs).toBeLessThan(9000);
});
