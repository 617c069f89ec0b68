import { appendFileSync, mkdirSync, readFileSync, rmdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Act } from '../../../src/gateway/calls/request-context.ts';
import { Consumer } from '../../../src/gateway/consumers/consumer.ts';
import { WriteJournal } from '../../../src/gateway/writes/journal.ts';
import { scratchFolder } from '../../harness/scratch-folder.ts';

const consumer = new Consumer(
  { id: 'c1', name: 'lnd', secrets: [], methods: [], callsPerSecond: 1, callsInFlight: 1 },
  () => 0,
);
const act = (method: string): Act => ({ consumer, method, txid: null, outcome: 'ok', nodeIds: ['n1'] });
const methods = (journal: WriteJournal) => journal.oldest.map(({ method }) => method);

async function opened(path = join(scratchFolder('journal'), 'writes.jsonl')) {
  const journal = await WriteJournal.open(path);
  onTestFinished(() => journal.close());
  return { path, journal };
}

test('has a write on the disk when it is added', async () => {
  const { path, journal } = await opened();
  await journal.add(act('sendrawtransaction'), 'e1', 0);
  expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({
    ...{ at: '1970-01-01T00:00:00.000Z', endpointId: 'e1', consumerId: 'c1', consumer: 'lnd' },
    ...{ method: 'sendrawtransaction', outcome: 'ok', nodeIds: ['n1'] },
  });
});

test('keeps its file from other users', async () => {
  const { path } = await opened();
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test('reports the writes of an earlier run, without a line that was cut off', async () => {
  const { path, journal } = await opened();
  await journal.add(act('submitblock'), 'e1', 0);
  appendFileSync(path, '{"id":"');
  const again = await opened(path);
  await again.journal.add(act('send'), 'e1', 0);
  expect(methods((await opened(path)).journal)).toEqual(['submitblock', 'send']);
});

test('forgets what is acknowledged, also in the file', async () => {
  const { path, journal } = await opened();
  for (const method of ['first', 'second']) await journal.add(act(method), 'e1', 0);
  await journal.acknowledge(journal.oldest.slice(0, 1).map(({ id }) => id));
  await journal.add(act('third'), 'e1', 0);
  expect([methods(journal), methods((await opened(path)).journal)]).toEqual([
    ...[
      ['second', 'third'],
      ['second', 'third'],
    ],
  ]);
});

test('loses none of the writes that arrive during an acknowledgement', async () => {
  const { path, journal } = await opened();
  await journal.add(act('first'), 'e1', 0);
  const done = journal.acknowledge(journal.oldest.map(({ id }) => id));
  await Promise.all([journal.add(act('second'), 'e1', 0), done, journal.add(act('third'), 'e1', 0)]);
  expect(methods((await opened(path)).journal)).toEqual(['second', 'third']);
});

test('reports no write as saved while the file cannot be written, and saves it later', async () => {
  const { path, journal } = await opened();
  await journal.add(act('first'), 'e1', 0);
  mkdirSync(`${path}.next`);
  const failed = await Promise.allSettled([journal.acknowledge([]), journal.add(act('second'), 'e1', 0)]);
  rmdirSync(`${path}.next`);
  await journal.add(act('third'), 'e1', 0);
  expect([failed.map(({ status }) => status), methods((await opened(path)).journal)]).toEqual([
    ...[
      ['rejected', 'rejected'],
      ['first', 'second', 'third'],
    ],
  ]);
});

test('records up to 5,000 writes of one consumer, and further ones of others', async () => {
  const { journal } = await opened();
  await Promise.all(Array.from({ length: 5000 }, () => journal.add(act('send'), 'e1', 0)));
  expect([journal.canRecord('c1'), journal.canRecord('c2'), journal.pending]).toEqual([false, true, 5000]);
  await journal.acknowledge(journal.oldest.map(({ id }) => id));
  expect(journal.canRecord('c1')).toBe(true);
});
