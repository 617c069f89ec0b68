import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { Bus, publish } from '../../../../src/control-plane/platform/bus/bus.ts';
import type { BusMessage } from '../../../../src/control-plane/platform/bus/message.ts';
import type { OpenDatabase } from '../../../../src/control-plane/platform/database/database.ts';
import { openServer } from '../../../../src/control-plane/platform/database/open.ts';
import { systemClock } from '../../../../src/timing/clock.ts';
import { quiet } from '../../../harness/control-plane.ts';
import { sharedServerDatabase } from '../../../harness/shared-control-plane.ts';
import { until } from '../../../harness/until.ts';

const ending = new AbortController();
const server = sharedServerDatabase();
let opened: OpenDatabase;
let received: BusMessage[];
let ended: Promise<void>;

beforeAll(async () => {
  opened = await openServer(server.databaseUrl, quiet);
  const bus = new Bus({ listen: opened.listen, clock: systemClock, log: quiet });
  const leave = bus.subscribe({ onMessage: () => expect.unreachable(), onGap: () => expect.unreachable() });
  leave();
  bus.subscribe({ onMessage: (message) => received.push(message), onGap: () => undefined });
  ended = bus.run(ending.signal);
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

const nudge = (executorId: string): BusMessage => ({ kind: 'nudge', executorId });

test('a message arrives when its transaction is committed, and neither before nor if it is rolled back', async () => {
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
