import { asc, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { addressPolicy } from '../../../../src/control-plane/alerts/channels/address-policy.ts';
import { type Claim, claimDeliveries, claimKeeper } from '../../../../src/control-plane/alerts/webhooks/claims.ts';
import { createDeliveries } from '../../../../src/control-plane/alerts/webhooks/create-deliveries.ts';
import { deliver, deliveryWorker } from '../../../../src/control-plane/alerts/webhooks/delivery-worker.ts';
import { newWebhookSecret } from '../../../../src/control-plane/alerts/webhooks/secrets.ts';
import { buildSecret } from '../../../../src/control-plane/people/accounts/secret.ts';
import { type Database, rowsOf } from '../../../../src/control-plane/platform/database/database.ts';
import { silentMeasures } from '../../../../src/control-plane/platform/monitoring/measures.ts';
import { noTraces } from '../../../../src/control-plane/platform/monitoring/traces.ts';
import { notificationChannel, webhookDelivery } from '../../../../src/control-plane/tables/channels.ts';
import { systemClock } from '../../../../src/timing/clock.ts';
import { quiet } from '../../../harness/control-plane.ts';
import { holdTransaction } from '../../../harness/held-transaction.ts';
import { insertOrganization } from '../../../harness/rows.ts';
import { sharedDatabase } from '../../../harness/shared-control-plane.ts';
import { until } from '../../../harness/until.ts';
import { WebhookReceiver } from '../../../harness/webhook-receiver.ts';

const secret = buildSecret(crypto.randomUUID());
const database = sharedDatabase();
let receiver: WebhookReceiver;
let organizationId: string;
const running: { worker: ReturnType<typeof deliveryWorker>; stop: AbortController; ended: Promise<void> }[] = [];

beforeEach(async () => {
  await database.execute(sql`TRUNCATE organization CASCADE`);
  receiver = await WebhookReceiver.start();
  organizationId = await organizationWithWebhook(receiver);
});
afterEach(async () => {
  for (const { stop } of running) stop.abort();
  // Ends the tries under way.
  await receiver.stop();
  await Promise.all(running.splice(0).map(({ ended }) => ended));
});

async function organizationWithWebhook({ url }: WebhookReceiver): Promise<string> {
  const id = await insertOrganization(database);
  const secrets = [{ sealed: secret.seal(newWebhookSecret()), until: null }];
  const sealedTarget = secret.seal(JSON.stringify({ url }));
  const shown = { kind: 'webhook', name: 'hook', target: 'hook', lowestSeverity: 'info', enabled: true } as const;
  await database.insert(notificationChannel).values({ organizationId: id, ...shown, sealedTarget, secrets });
  return id;
}
const depsOf = (of: Database) => ({
  ...{ database: of, secret, policy: addressPolicy(['127.0.0.0/8']), version: '1.0.0' },
  ...{ measures: silentMeasures, traces: noTraces },
});
/** The database through a connection that fails at some transactions. */
const interruptedBy = (value: (...args: Parameters<Database['transaction']>) => Promise<unknown>): Database =>
  Object.create(database, { transaction: { value } });
/** A replica's worker. */
function startWorker(): void {
  const stop = new AbortController();
  const worker = deliveryWorker({ ...depsOf(database), clock: systemClock, log: quiet });
  running.push({ worker, stop, ended: worker.run(stop.signal) });
}
const wake = () => {
  for (const { worker } of running) worker.wake();
};
const message = (of: string) => ({ organizationId: of, type: 'webhook.test', incidentId: null, data: {} });
async function create(count = 1, of = organizationId) {
  const messages = Array(count).fill(message(of));
  const made = await database.transaction((transaction) => createDeliveries(transaction, messages));
  wake();
  return made;
}
const deliveries = () => database.select().from(webhookDelivery).orderBy(asc(webhookDelivery.sequence));
const channel = async () => (await database.select().from(notificationChannel))[0];
const untilStatus = (status: string, count = 1) =>
  until(`${count} deliveries are ${status}`, async () => {
    return (await deliveries()).filter((row) => row.status === status).length === count;
  });
/** Makes the next attempt of everything due now instead of in hours. */
async function hurry(): Promise<void> {
  await database.execute(sql`UPDATE webhook_delivery SET next_attempt_at = now() WHERE status = 'pending'`);
  wake();
}
const answering = (status: number) => {
  receiver.answer = (response) => void response.writeHead(status).end();
};

test('many deliveries of several replicas arrive once each, with gapless numbers', async () => {
  for (let replica = 0; replica < 3; replica++) startWorker();
  const rolledBack = database.transaction(async (transaction) => {
    await createDeliveries(transaction, [message(organizationId)]);
    throw new Error('rolled back');
  });
  await expect(rolledBack).rejects.toThrow('rolled back');
  await Promise.all(Array.from({ length: 10 }, () => create(4)));
  await untilStatus('delivered', 40);
  expect(new Set(receiver.ids).size).toBe(40);
  expect(receiver.received).toHaveLength(40);
  const numbers = receiver.messages.map(({ data }) => data.sequence).toSorted((a, b) => a - b);
  expect(numbers).toEqual(Array.from({ length: 40 }, (_, index) => index + 1));
});

test('a failed delivery is tried ten times under one id and number, then given up', async () => {
  answering(500);
  startWorker();
  const [created] = await create();
  for (let tries = 1; tries <= 10; tries++) {
    await until(`try ${tries} is recorded`, async () => (await deliveries())[0]?.tries === tries);
    if (tries < 10) await hurry();
  }
  expect(await deliveries()).toMatchObject([{ status: 'failed', nextAttemptAt: null }]);
  expect(receiver.ids).toEqual(Array(10).fill(created?.id));
  expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
  expect(await channel()).toMatchObject({ failingSince: expect.any(Date), lastFailure: 'HTTP 500' });
});

test('a delivery waits as long as the receiver asks, and a success heals the webhook', async () => {
  receiver.answer = (response) => response.writeHead(503, { 'retry-after': '3600' }).end();
  startWorker();
  await create();
  await until('the try is recorded', async () => (await deliveries())[0]?.tries === 1);
  const waitMs = ((await deliveries())[0]?.nextAttemptAt?.getTime() ?? 0) - Date.now();
  expect(Math.abs(waitMs - 3_600_000)).toBeLessThan(100_000);
  answering(200);
  await hurry();
  await untilStatus('delivered');
  expect(await channel()).toMatchObject({ failingSince: null, lastFailure: null });
});

test('a receiver that is gone switches the channel off, and what was left is given up', async () => {
  answering(500);
  startWorker();
  await create(3);
  await until('all were tried', async () => (await deliveries()).every(({ tries }) => tries === 1));
  answering(410);
  await hurry();
  await untilStatus('failed', 3);
  expect(await channel()).toMatchObject({ enabled: false, goneAt: expect.any(Date), lastFailure: 'HTTP 410' });
  expect(await create()).toEqual([]);
});

test('retries a delivery whose claim expired, and leaves one that is claimed', async () => {
  const [dead, claimed] = await create(2);
  await database.execute(sql`UPDATE webhook_delivery SET claim_id = gen_random_uuid(),
    claimed_until = now() + CASE WHEN id = ${dead?.id} THEN interval '-1 second' ELSE interval '30 seconds' END`);
  startWorker();
  await untilStatus('delivered');
  // The worker takes a later delivery and leaves the claimed one.
  const [later] = await create();
  await untilStatus('delivered', 2);
  expect(receiver.ids).toEqual([dead?.id, later?.id]);
  expect(await deliveries()).toMatchObject([
    { id: dead?.id, status: 'delivered' },
    { id: claimed?.id, tries: 0 },
    { id: later?.id, status: 'delivered' },
  ]);
});

test('a delivery to a channel that was deleted is given up', async () => {
  await create();
  await database.delete(notificationChannel);
  startWorker();
  await untilStatus('failed');
  expect(receiver.received).toEqual([]);
});

test('a slow receiver does not keep the deliveries of another organization waiting', async () => {
  receiver.answer = () => {};
  // More than its line takes.
  await create(140);
  const quick = await WebhookReceiver.start();
  startWorker();
  await receiver.untilReceived(8);
  await create(1, await organizationWithWebhook(quick));
  await until('the other’s delivery arrives', () => quick.received.length === 1);
  expect(receiver.received).toHaveLength(8);
  await quick.stop();
});

describe('a claim', () => {
  const claims = (clock = systemClock) => claimKeeper({ database, clock, log: quiet });
  async function claimed(of: ReturnType<typeof claims>): Promise<Claim> {
    const [claim] = await of.take(1);
    if (claim === undefined) throw new Error('nothing was claimed');
    return claim;
  }
  const expire = () => database.execute(sql`UPDATE webhook_delivery SET claimed_until = now() - interval '1 second'`);
  const sequences = (of: readonly Claim[]) => of.map(({ delivery }) => delivery.sequence);

  test('is kept by the replica that made it while that runs', async () => {
    await create();
    const hasty = { ...systemClock, sleep: (_ms: number, signal: AbortSignal) => systemClock.sleep(20, signal) };
    const [ours, theirs] = [claims(hasty), claims(hasty)];
    const claim = await claimed(ours);
    await database.execute(sql`UPDATE webhook_delivery SET claimed_until = now() + interval '5 seconds'`);
    const stop = new AbortController();
    const kept = Promise.all([ours.keep(stop.signal), theirs.keep(stop.signal)]);
    const isRenewed = sql`SELECT FROM webhook_delivery WHERE claimed_until > now() + interval '6 seconds'`;
    await until('the claim is renewed', async () => rowsOf(await database.execute(isRenewed)).length > 0);
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

  test('claims deliveries in order, without waiting for those of other replicas', async () => {
    await create(6);
    const [first, second] = [claims(), claims()];
    expect(sequences(await first.take(2))).toEqual([1, 2]);
    const release = await holdTransaction(database, (transaction) => claimDeliveries(transaction, 2));
    expect(sequences(await second.take(10))).toEqual([5, 6]);
    await release();
    await expire();
    expect(sequences(await first.take(10))).toEqual([1, 2, 3, 4, 5, 6]);
  });

  test('a connection lost during a claim leaves the delivery to the next attempt', async () => {
    await create();
    const lock = sql`LOCK TABLE webhook_delivery IN SHARE MODE`;
    const release = await holdTransaction(database, (transaction) => transaction.execute(lock));
    startWorker();
    const ended = sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%update "webhook_delivery"%' AND pid <> pg_backend_pid()`;
    const hasEnded = async () => rowsOf(await database.execute(ended)).length > 0;
    await until('the claim that waits has lost its connection', hasEnded);
    await release();
    await receiver.untilReceived(1);
    await untilStatus('delivered');
    expect(await deliveries()).toMatchObject([{ status: 'delivered', tries: 1 }]);
  });

  test('records an acknowledgement after a database’s outage, and sends nothing again', async () => {
    await create();
    const claim = await claimed(claims());
    let calls = 0;
    const interrupted = interruptedBy(async (...args) => {
      if (++calls > 3) return database.transaction(...args);
      throw Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
    });
    await deliver(depsOf(interrupted), claim);
    expect(calls).toBe(4);
    expect(await deliveries()).toMatchObject([{ status: 'delivered', tries: 1 }]);
    expect(receiver.received).toHaveLength(1);
  });

  test('a failed attempt that is recorded late changes nothing that happened meanwhile', async () => {
    await create();
    const replica = claims();
    const late = await claimed(replica);
    await expire();
    const current = await claimed(replica);
    answering(500);
    await deliver(depsOf(database), late);
    expect(await deliveries()).toEqual([current.delivery]);
    answering(200);
    await deliver(depsOf(database), current);
    const before = await deliveries();
    expect(before).toMatchObject([{ status: 'delivered', tries: 1 }]);
    answering(500);
    await deliver(depsOf(database), late);
    expect(await deliveries()).toEqual(before);
  });

  test('an acknowledgement recorded late outweighs the failed attempt of another replica', async () => {
    await create();
    const late = await claimed(claims());
    await expire();
    const second = await claimed(claims());
    answering(500);
    await deliver(depsOf(database), second);
    answering(200);
    await deliver(depsOf(database), late);
    expect(await deliveries()).toMatchObject([
      { status: 'delivered', tries: 2, attempts: [{ status: 500 }, { status: 200 }], nextAttemptAt: null },
    ]);
  });

  test('a failed attempt whose commit went unnoticed is recorded and retried once', async () => {
    answering(500);
    await create();
    const claim = await claimed(claims());
    let commits = 0;
    const unheard = interruptedBy(async (...args) => {
      await database.transaction(...args);
      if (++commits === 1) throw Object.assign(new Error('read'), { code: 'ECONNRESET' });
    });
    await deliver(depsOf(unheard), claim);
    expect(commits).toBe(2);
    expect(await deliveries()).toMatchObject([{ status: 'pending', tries: 1 }]);
  });
});
