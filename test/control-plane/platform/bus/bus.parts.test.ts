import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { Bus, publish } from '../../../../src/control-plane/platform/bus/bus.ts';
import type { BusMessage } from '../../../../src/control-plane/platform/bus/message.ts';
import type { Database } from '../../../../src/control-plane/platform/database/database.ts';
import { listenOn } from '../../../../src/control-plane/platform/database/listen-server.ts';
import { systemClock } from '../../../../src/timing/clock.ts';
import { listeningLog } from '../../../harness/listening-log.ts';
import { makeDatabase } from '../../../harness/server-database.ts';
import { until } from '../../../harness/until.ts';

let made: Awaited<ReturnType<typeof makeDatabase>>;
let pool: pg.Pool;
let database: Database;

beforeAll(async () => {
  made = await makeDatabase(inject('postgresUrl'));
  pool = new pg.Pool({ connectionString: made.databaseUrl });
  pool.on('error', () => undefined);
  database = drizzle(pool);
});
afterAll(async () => {
  await pool?.end();
  await made?.drop();
});

let ending: AbortController;
let received: BusMessage[];
let gaps: number;
let bus: Bus;
let ended: Promise<void>;

beforeEach(async () => {
  ending = new AbortController();
  received = [];
  gaps = 0;
  bus = new Bus({ listen: listenOn(made.databaseUrl), clock: systemClock, log: listeningLog().log });
  bus.subscribe({
    onMessage: (message) => received.push(message),
    onGap: () => {
      gaps++;
    },
  });
  ended = bus.run(ending.signal);
  await until('the bus is open', () => bus.isOpen);
});
afterEach(async () => {
  ending.abort();
  await ended;
});

const nudge = (executorId: string): BusMessage => ({ kind: 'nudge', executorId });

test('a message arrives when its transaction is committed, and neither before nor if it is rolled back', async () => {
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
  await database.transaction((transaction) => publish(transaction, ...messages));
  await until('all are here', () => received.length === messages.length);
  expect(received).toEqual(messages);
});

test('a bus whose connection is lost connects again, and its listeners hear of the gap', async () => {
  expect(gaps).toBe(1);
  await database.execute(
    sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'satrap bus' AND datname = current_database()`,
  );
  await until('the gap is known', () => gaps === 2);
  await publish(database, nudge('after the gap'));
  await until('messages arrive again', () => received.length > 0);
});

test('a listener that left hears nothing more', async () => {
  const unheard: BusMessage[] = [];
  const leave = bus.subscribe({ onMessage: (message) => unheard.push(message), onGap: () => undefined });
  leave();
  await publish(database, nudge('one'));
  await until('the others hear it', () => received.length === 1);
  expect(unheard).toEqual([]);
});
