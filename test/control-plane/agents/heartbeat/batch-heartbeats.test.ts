import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { batchHeartbeats } from '../../../../src/control-plane/agents/heartbeat/batch-heartbeats.ts';
import type {
  RecordedHeartbeat,
  RepeatedHeartbeat,
} from '../../../../src/control-plane/agents/heartbeat/record-heartbeat.ts';
import type { Database } from '../../../../src/control-plane/platform/database/database.ts';
import { until } from '../../../harness/until.ts';

const turns = async () => {
  await setImmediate();
  await setImmediate();
};
const heartbeat = (name: string): RepeatedHeartbeat => ({
  ...{ organizationId: 'one', name, instanceId: 'instance', digest: 'digest' },
  ...{ resources: null, heartbeatIntervalSeconds: 15 },
});
const before = (name: string): RecordedHeartbeat => ({
  ...{ id: name, revision: 1, online: true, digest: 'digest' },
  ...{ requests: [], upgradeId: null, recovery: null, gatewayDigest: null },
});

/** A database that responds on demand, and records its requests: a batch, or a single one. */
function slowDatabase() {
  const asked: (string | string[])[] = [];
  /** Stands for the database whose statements run on the connections of this caller. */
  const databaseOf = (name: string) => ({ name }) as unknown as Database;
  const answers: { resolve: (rows: (RecordedHeartbeat | undefined)[]) => void; reject: (error: Error) => void }[] = [];
  const repeat = batchHeartbeats(
    (heartbeats) => {
      asked.push(heartbeats.map(({ name }) => name));
      const { promise, resolve, reject } = Promise.withResolvers<(RecordedHeartbeat | undefined)[]>();
      answers.push({ resolve, reject });
      return promise;
    },
    (database) =>
      async ({ name }) => {
        expect(database).toEqual(databaseOf(name));
        asked.push(name);
        return name === 'unknown' ? undefined : before(name);
      },
  );
  return {
    asked,
    answers,
    all: (...names: string[]) => names.map((name) => repeat(databaseOf(name))(heartbeat(name))),
  };
}

test('a heartbeat that comes alone needs no connection of its caller either', async () => {
  const { asked, answers, all } = slowDatabase();
  const recorded = Promise.all(all('a'));
  await turns();
  answers[0]?.resolve([before('a')]);
  expect(await recorded).toEqual([before('a')]);
  expect(asked).toEqual([['a']]);
});

test('heartbeats that come while others are under way make the next batch', async () => {
  const { asked, answers, all } = slowDatabase();
  const first = Promise.all(all('a', 'b'));
  await turns();
  const second = Promise.all(all('c', 'd'));
  answers[0]?.resolve([before('a'), before('b')]);
  await first;
  await turns();
  expect(asked).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ]);
  answers[1]?.resolve([before('c'), before('d')]);
  expect(await second).toEqual([before('c'), before('d')]);
});

test('a statement that hangs holds up none that comes later', async () => {
  const { asked, answers, all } = slowDatabase();
  const hanging = Promise.all(all('a', 'b'));
  await turns();
  const later = Promise.all(all('c'));
  await until('it is sent', () => answers.length === 2);
  answers[1]?.resolve([before('c')]);
  expect(await later).toEqual([before('c')]);
  expect(asked).toEqual([['a', 'b'], ['c']]);
  answers[0]?.resolve([before('a'), before('b')]);
  await hanging;
});

type Answer = (string | undefined)[];
const rows = (answer: Answer) => answer.map((name) => name && before(name)) as (RecordedHeartbeat | undefined)[];

test.each<[what: string, sent: string[], batch: Answer | null, recorded: Answer, alone: string[]]>([
  ['are recorded together, and each gets its own answer', ['a', 'b', 'a'], ['a', 'b', 'a'], ['a', 'b', 'a'], []],
  [
    'are recorded alone where the batch passes them over',
    ['a', 'unknown', 'locked'],
    ['a', undefined, undefined],
    ['a', undefined, 'locked'],
    ['unknown', 'locked'],
  ],
  ['are recorded alone where the database cannot take a value of one', ['a', 'b'], null, ['a', 'b'], ['a', 'b']],
])('heartbeats that come together %s', async (_what, sent, batch, expected, alone) => {
  const { asked, answers, all } = slowDatabase();
  const recorded = Promise.all(all(...sent));
  await turns();
  const fault = Object.assign(new Error('invalid input syntax'), { cause: { code: '22P02' } });
  if (batch === null) answers[0]?.reject(fault);
  else answers[0]?.resolve(rows(batch));
  expect(await recorded).toEqual(rows(expected));
  expect(asked).toEqual([sent, ...alone]);
});

test('each heartbeat is told when the database fails', async () => {
  const { asked, answers, all } = slowDatabase();
  const recorded = Promise.allSettled(all('a', 'b'));
  await turns();
  const away = Object.assign(new Error('connection lost'), { code: 'ECONNRESET' });
  answers[0]?.reject(away);
  expect(await recorded).toEqual([
    { status: 'rejected', reason: away },
    { status: 'rejected', reason: away },
  ]);
  expect(asked).toEqual([['a', 'b']]);
});
