import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildBus } from '../../../../src/control-plane/platform/bus/bus.ts';
import type { BusMessage } from '../../../../src/control-plane/platform/bus/message.ts';
import { busChannel, outboxTask, publish } from '../../../../src/control-plane/platform/bus/outbox.ts';
import type { OpenDatabase } from '../../../../src/control-plane/platform/database/database.ts';
import { openServer } from '../../../../src/control-plane/platform/database/open.ts';
import { systemClock } from '../../../../src/timing/clock.ts';
import { runPeriodically } from '../../../../src/timing/periodic-task.ts';
import { quiet } from '../../../harness/control-plane.ts';
import { openMigrated } from '../../../harness/opened-database.ts';
import { sharedServerDatabase } from '../../../harness/shared-control-plane.ts';
import { until } from '../../../harness/until.ts';

const ending = new AbortController();
const server = sharedServerDatabase();
let opened: OpenDatabase;
let received: BusMessage[];
let ended: Promise<unknown>;

beforeAll(async () => {
  opened = await openServer(server.databaseUrl, quiet);
  const bus = buildBus({ listen: opened.listen, clock: systemClock, log: quiet });
  const leave = bus.subscribe({ onMessage: () => expect.unreachable(), onGap: () => expect.unreachable() });
  leave();
  bus.subscribe({ onMessage: (message) => received.push(message), onGap: () => undefined });
  const { signal } = ending;
  const outbox = outboxTask(opened.database, opened.published, systemClock);
  ended = Promise.all([bus.run(signal), runPeriodically(outbox, { clock: systemClock, log: quiet, signal })]);
  await until('the bus is open', () => bus.isOpen);
});
afterAll(async () => {
  ending.abort();
  await ended;
  await opened?.close();
});
beforeEach(() => {
  received = [];
});

const nudge = (executorId: string): BusMessage => ({ kind: 'nudge', organizationId: 'organization', executorId });

test('a message arrives with its commit, not before, and not if rolled back', async () => {
  const { database } = opened;
  const undone = database.transaction(async (transaction) => {
    await publish(transaction, nudge('undone'));
    throw new Error('it is undone');
  });
  await expect(undone).rejects.toThrow();
  await database.transaction(async (transaction) => {
    await publish(transaction, nudge('committed'));
    await publish(database, nudge('meanwhile'));
    await until('what was published meanwhile is here', () => received.length === 1);
  });
  await until('both are here', () => received.length === 2);
  expect(received).toEqual([nudge('meanwhile'), nudge('committed')]);
});

test('thousands of messages of one transaction arrive', async () => {
  const messages = Array.from({ length: 5000 }, (_, index) => nudge(`executor-${index}`));
  await opened.database.transaction((transaction) => publish(transaction, ...messages));
  await until('all are here', () => received.length === messages.length);
  expect(received).toEqual(messages);
});

test('a message published again before it was sent arrives once, at its last place', async () => {
  const [opens, closes] = [true, false].map(
    (isActive): BusMessage => ({ kind: 'organization-switched', organizationId: 'one', isActive }),
  );
  if (opens === undefined || closes === undefined) throw new Error('there are two');
  await opened.database.transaction((transaction) => publish(transaction, opens, closes, nudge('other'), opens));
  await until('all are here', () => received.length === 3);
  expect(received).toEqual([closes, nudge('other'), opens]);
});

test('a message of a process that ended before it sent it arrives within seconds', async () => {
  const ended = openMigrated(server.databaseUrl);
  await publish(ended.database, nudge('left'));
  await ended.close();
  await until('it is here', () => received.length === 1);
});

test('a hundred transactions commit few notifications', async () => {
  const watcher = new pg.Client({ connectionString: server.databaseUrl });
  await watcher.connect();
  let notifications = 0;
  try {
    watcher.on('notification', () => notifications++);
    await watcher.query(`LISTEN ${busChannel}`);
    const beganAt = performance.now();
    await Promise.all(Array.from({ length: 100 }, (_, index) => publish(opened.database, nudge(`executor-${index}`))));
    await until('all are here', () => received.length === 100);
    expect(notifications).toBeLessThanOrEqual((performance.now() - beganAt) / 25 + 2);
  } finally {
    await watcher.end();
  }
});
