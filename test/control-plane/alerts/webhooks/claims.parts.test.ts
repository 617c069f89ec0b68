import type { ServerResponse } from 'node:http';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { AddressPolicy } from '../../../../src/control-plane/alerts/webhooks/address-policy.ts';
import { type Claim, Claims, claimDeliveries } from '../../../../src/control-plane/alerts/webhooks/claims.ts';
import { createDeliveries } from '../../../../src/control-plane/alerts/webhooks/create-deliveries.ts';
import { DeliveryWorker, deliver } from '../../../../src/control-plane/alerts/webhooks/delivery-worker.ts';
import { newWebhookSecret } from '../../../../src/control-plane/alerts/webhooks/secrets.ts';
import { buildSecret } from '../../../../src/control-plane/people/accounts/secret.ts';
import { type Database, type OpenDatabase, rowsOf } from '../../../../src/control-plane/platform/database/database.ts';
import { silentMeasures } from '../../../../src/control-plane/platform/monitoring/measures.ts';
import { noTraces } from '../../../../src/control-plane/platform/monitoring/traces.ts';
import { webhookDelivery, webhookEndpoint } from '../../../../src/control-plane/tables/webhooks.ts';
import { systemClock } from '../../../../src/timing/clock.ts';
import { quiet } from '../../../harness/control-plane.ts';
import { openTestDatabase } from '../../../harness/database.ts';
import { insertOrganization } from '../../../harness/rows.ts';
import { until } from '../../../harness/until.ts';
import { WebhookReceiver } from '../../../harness/webhook-receiver.ts';

const secret = buildSecret(crypto.randomUUID());
let open: OpenDatabase;
let database: Database;
let receiver: WebhookReceiver;

beforeAll(async () => {
  open = await openTestDatabase();
  ({ database } = open);
  receiver = await WebhookReceiver.start();
});
beforeEach(async () => {
  receiver.received.length = 0;
  receiver.answer = (response) => void response.writeHead(200).end();
  await database.execute(sql`TRUNCATE organization CASCADE`);
});
afterAll(async () => {
  await receiver?.stop();
  await open?.close();
});

/** Creates deliveries to a webhook of a new organization. */
async function create(count = 1) {
  const organizationId = await insertOrganization(database);
  const sealedSecret = secret.seal(newWebhookSecret());
  await database.insert(webhookEndpoint).values({ organizationId, url: receiver.url, enabled: true, sealedSecret });
  const message = { organizationId, type: 'webhook.test', incidentId: null, data: {} };
  await database.transaction((transaction) => createDeliveries(transaction, Array(count).fill(message)));
}
const claims = (clock = systemClock) => new Claims({ database, clock, log: quiet });
async function claimed(of: Claims): Promise<Claim> {
  const [claim] = await of.take(1);
  if (claim === undefined) throw new Error('nothing was claimed');
  return claim;
}
const expire = () => database.execute(sql`UPDATE webhook_delivery SET claimed_until = now() - interval '1 second'`);
const sequences = (of: readonly Claim[]) => of.map(({ delivery }) => delivery.sequence);
const depsOf = (of: Database) => ({
  ...{ database: of, secret, policy: new AddressPolicy(['127.0.0.0/8']), version: '1.0.0' },
  ...{ measures: silentMeasures, traces: noTraces },
});
const refusing = (response: ServerResponse) => void response.writeHead(500).end();
const secondsLeft = async (): Promise<number> => {
  const result = await database.execute(
    sql`SELECT extract(epoch FROM claimed_until - now())::float8 AS left FROM webhook_delivery`,
  );
  return rowsOf<{ left: number }>(result)[0]?.left ?? 0;
};

test('a replica that lives keeps its claims, and another gets none of them', async () => {
  await create();
  const [ours, theirs] = [claims(), claims()];
  const claim = await claimed(ours);
  await database.execute(sql`UPDATE webhook_delivery SET claimed_until = now() + interval '5 seconds'`);
  const stop = new AbortController();
  const kept = Promise.all([ours.keep(stop.signal), theirs.keep(stop.signal)]);
  await until('the claim is renewed', async () => (await secondsLeft()) > 6);
  stop.abort();
  await kept;
  expect(await theirs.take(1)).toEqual([]);
  expect([ours.holds(claim), theirs.holds(claim)]).toEqual([true, false]);
});

test('a replica that stalled does not begin with what another may have taken over', async () => {
  await create();
  let elapsed = 0;
  const stalled = claims({ ...systemClock, elapsed: () => elapsed });
  const claim = await claimed(stalled);
  expect(stalled.holds(claim)).toBe(true);
  elapsed += 10_000;
  expect(stalled.holds(claim)).toBe(false);
  await expire();
  expect(await claimed(claims())).toBeDefined();
});

/** Works in a transaction that stays open until the returned function is called. */
async function hold(work: (transaction: Database) => Promise<unknown>): Promise<() => Promise<void>> {
  const [holding, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const held = database.transaction(async (transaction) => {
    await work(transaction);
    holding.resolve();
    await released.promise;
  });
  await Promise.race([holding.promise, held]);
  return () => {
    released.resolve();
    return held;
  };
}

test('deliveries are claimed in the order of their messages, without a wait for those that another replica is claiming', async () => {
  await create(6);
  const [first, second] = [claims(), claims()];
  expect(sequences(await first.take(2))).toEqual([1, 2]);
  const release = await hold((transaction) => claimDeliveries(transaction, 2));
  expect(sequences(await second.take(10))).toEqual([5, 6]);
  await release();
  await expire();
  expect(sequences(await first.take(10))).toEqual([1, 2, 3, 4, 5, 6]);
});

test('a connection that ends in the claim of a delivery leaves the delivery to the next look', async () => {
  await create();
  const release = await hold((transaction) => transaction.execute(sql`LOCK TABLE webhook_delivery IN SHARE MODE`));
  const worker = new DeliveryWorker({ ...depsOf(database), clock: systemClock, log: quiet });
  const stop = new AbortController();
  const running = worker.run(stop.signal);
  const ended = sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%update "webhook_delivery"%' AND pid <> pg_backend_pid()`;
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
  await create();
  const claim = await claimed(claims());
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
  await deliver(depsOf(interrupted), claim);
  expect(refusals).toBe(4);
  expect(await database.select().from(webhookDelivery)).toMatchObject([{ status: 'delivered', tries: 1 }]);
  expect(receiver.received).toHaveLength(1);
});

test('a failed try that is recorded late does not undo what another replica has recorded', async () => {
  await create();
  const late = await claimed(claims());
  await expire();
  await deliver(depsOf(database), await claimed(claims()));
  const before = await database.select().from(webhookDelivery);
  expect(before).toMatchObject([{ status: 'delivered', tries: 1 }]);
  receiver.answer = refusing;
  await deliver(depsOf(database), late);
  expect(await database.select().from(webhookDelivery)).toEqual(before);
});

test('a failed try of an earlier claim of the same replica changes nothing', async () => {
  await create();
  const replica = claims();
  const late = await claimed(replica);
  await expire();
  const current = await claimed(replica);
  receiver.answer = refusing;
  await deliver(depsOf(database), late);
  expect(await database.select().from(webhookDelivery)).toEqual([current.delivery]);
  await deliver(depsOf(database), current);
  expect(await database.select().from(webhookDelivery)).toMatchObject([{ status: 'pending', tries: 1 }]);
});

test('an acknowledgement that is recorded late counts, beside the failed try of another replica', async () => {
  await create();
  const late = await claimed(claims());
  await expire();
  const second = await claimed(claims());
  receiver.answer = refusing;
  await deliver(depsOf(database), second);
  receiver.answer = (response) => void response.writeHead(200).end();
  await deliver(depsOf(database), late);
  expect(await database.select().from(webhookDelivery)).toMatchObject([
    { status: 'delivered', tries: 2, attempts: [{ status: 500 }, { status: 200 }], nextAttemptAt: null },
  ]);
});

test('a failed try whose record was committed unheard of is recorded once, and tried again once', async () => {
  receiver.answer = refusing;
  await create();
  const claim = await claimed(claims());
  let commits = 0;
  const unheard: Database = Object.create(database, {
    transaction: {
      value: async (...args: Parameters<Database['transaction']>) => {
        await database.transaction(...args);
        if (++commits === 1) throw Object.assign(new Error('read'), { code: 'ECONNRESET' });
      },
    },
  });
  await deliver(depsOf(unheard), claim);
  expect(commits).toBe(2);
  expect(await database.select().from(webhookDelivery)).toMatchObject([{ status: 'pending', tries: 1 }]);
});

test('an acknowledgement is recorded although its body never ends', async () => {
  receiver.answer = (response) => void response.writeHead(200).write('thank');
  await create();
  const claim = await claimed(claims());
  await deliver(depsOf(database), claim);
  const [row] = await database.select().from(webhookDelivery);
  expect(row).toMatchObject({ status: 'delivered', attempts: [{ status: 200, answer: 'thank', error: null }] });
  // The whole attempt may take 10 seconds; an acknowledged one is recorded long before.
  expect(row?.attempts[0]?.durationMs).toBeLessThan(9000);
});
