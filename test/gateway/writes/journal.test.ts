import { appendFileSync, mkdirSync, readFileSync, rmdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Act, ActResult } from '../../../src/gateway/calls/request-context.ts';
import { Consumer } from '../../../src/gateway/consumers/consumer.ts';
import { WriteJournal } from '../../../src/gateway/writes/journal.ts';
import { scratchFolder } from '../../harness/scratch-folder.ts';

const consumer = new Consumer(
  { id: 'c1', name: 'lnd', secrets: [], methods: [], callsPerSecond: 1, callsInFlight: 1 },
  () => 0,
);
const act = (method: string): Act => ({ consumer, method });
const result: ActResult = { txid: null, outcome: 'ok', nodeIds: ['n1'] };
const add = async (journal: WriteJournal, method: string) =>
  journal.finish(await journal.begin(act(method), 'e1', 0), result);
const methods = (journal: WriteJournal) => journal.oldest.map(({ method }) => method);

async function opened(path = join(scratchFolder('journal'), 'writes.jsonl')) {
  const journal = await WriteJournal.open(path);
  onTestFinished(() => journal.close());
  return { path, journal };
}

test('has a write on the disk when it is added', async () => {
  const { path, journal } = await opened();
  await add(journal, 'sendrawtransaction');
  const last = readFileSync(path, 'utf8').trim().split('\n').at(-1) ?? '';
  expect(JSON.parse(last)).toMatchObject({
    ...{ at: '1970-01-01T00:00:00.000Z', endpointId: 'e1', consumerId: 'c1', consumer: 'lnd' },
    ...{ method: 'sendrawtransaction', outcome: 'ok', nodeIds: ['n1'] },
  });
});

test('reports a write whose outcome an earlier run did not learn as unknown', async () => {
  const { path, journal } = await opened();
  await journal.begin(act('sendrawtransaction'), 'e1', 0);
  expect(journal.pending).toBe(0);
  const { oldest } = (await opened(path)).journal;
  expect(oldest).toMatchObject([{ method: 'sendrawtransaction', outcome: 'unknown', txid: null, nodeIds: [] }]);
});

test('keeps a write that is being made through an acknowledgement of others', async () => {
  const { path, journal } = await opened();
  await add(journal, 'first');
  const id = await journal.begin(act('second'), 'e1', 0);
  await journal.acknowledge(journal.oldest.map((write) => write.id));
  expect(methods((await opened(path)).journal)).toEqual(['second']);
  await journal.finish(id, result);
  expect(journal.oldest).toMatchObject([{ id, outcome: 'ok' }]);
});

test('reports no write that was withdrawn', async () => {
  const { path, journal } = await opened();
  await journal.withdraw(await journal.begin(act('send'), 'e1', 0));
  expect([journal.pending, (await opened(path)).journal.pending]).toEqual([0, 0]);
});

test('keeps its file from other users', async () => {
  const { path } = await opened();
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test('reports the writes of an earlier run, without a line that was cut off', async () => {
  const { path, journal } = await opened();
  await add(journal, 'submitblock');
  appendFileSync(path, '{"id":"');
  const again = await opened(path);
  await add(again.journal, 'send');
  expect(methods((await opened(path)).journal)).toEqual(['submitblock', 'send']);
});

test('forgets what is acknowledged, also in the file', async () => {
  const { path, journal } = await opened();
  for (const method of ['first', 'second']) await add(journal, method);
  await journal.acknowledge(journal.oldest.slice(0, 1).map(({ id }) => id));
  await add(journal, 'third');
  expect([methods(journal), methods((await opened(path)).journal)]).toEqual([
    ...[
      ['second', 'third'],
      ['second', 'third'],
    ],
  ]);
});

test('loses none of the writes that arrive during an acknowledgement', async () => {
  const { path, journal } = await opened();
  await add(journal, 'first');
  const done = journal.acknowledge(journal.oldest.map(({ id }) => id));
  await Promise.all([add(journal, 'second'), done, add(journal, 'third')]);
  expect(methods((await opened(path)).journal)).toEqual(['second', 'third']);
});

test('reports no write as saved while the file cannot be written, and saves it later', async () => {
  const { path, journal } = await opened();
  await add(journal, 'first');
  const second = await journal.begin(act('second'), 'e1', 0);
  mkdirSync(`${path}.next`);
  const failed = await Promise.allSettled([journal.acknowledge([]), journal.finish(second, result)]);
  rmdirSync(`${path}.next`);
  await add(journal, 'third');
  expect([failed.map(({ status }) => status), methods((await opened(path)).journal)]).toEqual([
    ...[
      ['rejected', 'rejected'],
      ['first', 'second', 'third'],
    ],
  ]);
});

test('begins no write while the file cannot be written', async () => {
  const { path, journal } = await opened();
  mkdirSync(`${path}.next`);
  const failed = await Promise.allSettled([journal.acknowledge([]), journal.begin(act('first'), 'e1', 0)]);
  rmdirSync(`${path}.next`);
  await add(journal, 'second');
  expect([failed.map(({ status }) => status), methods((await opened(path)).journal)]).toEqual([
    ...[['rejected', 'rejected'], ['second']],
  ]);
});

test('records up to 5,000 writes of one consumer, and further ones of others', async () => {
  const { journal } = await opened();
  await Promise.all(Array.from({ length: 5000 }, () => add(journal, 'send')));
  expect([journal.canRecord('c1'), journal.canRecord('c2'), journal.pending]).toEqual([false, true, 5000]);
  await journal.acknowledge(journal.oldest.map(({ id }) => id));
  expect(journal.canRecord('c1')).toBe(true);
});
