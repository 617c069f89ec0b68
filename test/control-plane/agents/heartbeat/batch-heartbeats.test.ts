import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { batchHeartbeats } from '../../../../src/control-plane/agents/heartbeat/batch-heartbeats.ts';
import type {
  RecordedHeartbeat,
  RepeatedHeartbeat,
} from '../../../../src/control-plane/agents/heartbeat/record-heartbeat.ts';
import type { Database } from '../../../../src/control-plane/platform/database/database.ts';

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
  ...{ requests: [], upgradeId: null, recovery: null },
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

test('a heartbeat that comes alone is recorded alone', async () => {
  const { asked, all } = slowDatabase();
  expect(await Promise.all(all('a'))).toEqual([before('a')]);
  expect(await Promise.all(all('unknown'))).toEqual([undefined]);
  expect(asked).toEqual(['a', 'unknown']);
});

test('heartbeats that come together are recorded together, and each gets its own answer', async () => {
  const { asked, answers, all } = slowDatabase();
  const recorded = Promise.all(all('a', 'b', 'a'));
  await turns();
  expect(asked).toEqual([['a', 'b', 'a']]);
  answers[0]?.resolve([before('a'), before('b'), before('a')]);
  expect(await recorded).toEqual([before('a'), before('b'), before('a')]);
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
  expect(await Promise.all(all('c'))).toEqual([before('c')]);
  expect(asked).toEqual([['a', 'b'], 'c']);
  answers[0]?.resolve([before('a'), before('b')]);
  await hanging;
});

test('what is passed over in a batch is recorded alone', async () => {
  const { asked, answers, all } = slowDatabase();
  const recorded = Promise.all(all('a', 'unknown', 'locked'));
  await turns();
  answers[0]?.resolve([before('a'), undefined, undefined]);
  expect(await recorded).toEqual([before('a'), undefined, before('locked')]);
  expect(asked).toEqual([['a', 'unknown', 'locked'], 'unknown', 'locked']);
});

test('a value that the database cannot take fails its own heartbeat only', async () => {
  const { asked, answers, all } = slowDatabase();
  const recorded = Promise.all(all('a', 'b'));
  await turns();
  answers[0]?.reject(Object.assign(new Error('invalid input syntax'), { cause: { code: '22P02' } }));
  expect(await recorded).toEqual([before('a'), before('b')]);
  expect(asked).toEqual([['a', 'b'], 'a', 'b']);
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
