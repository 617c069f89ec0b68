import { expect, test } from 'vitest';
import { Outbox } from '../../../src/agent/outbox/outbox.ts';
import { isStoreDamaged, logStoreError, toStoreError } from '../../../src/agent/store/store-error.ts';
import { systemClock } from '../../../src/timing/clock.ts';
import { listeningLog } from '../../harness/listening-log.ts';
import { testStore } from '../test-store.ts';

/** A full store, what is logged of a failure on it, and the words for that. */
function fullStore() {
  const { database, folder } = testStore();
  database.exec('PRAGMA max_page_count=1');
  const errorOf = (work: () => unknown): unknown => {
    try {
      work();
    } catch (error) {
      return error;
    }
    throw new Error('it did not fail');
  };
  const logged = (sql: string) => {
    const { log, lines } = listeningLog();
    const error = errorOf(() => database.exec(sql));
    logStoreError(log, 'a sample is lost', error, database);
    return lines;
  };
  const words = `the disk of the agent’s store in ${folder} is full; free disk space, and the agent continues`;
  return { database, errorOf, logged, words };
}

test('a full disk is logged with the folder where room is needed, and without a stack; another error as it is', () => {
  const { logged, words } = fullStore();
  const [full] = logged('CREATE TABLE growth (text TEXT)');
  expect(full).toMatchObject({ msg: `a sample is lost: ${words}` });
  expect(full).not.toHaveProperty('err');
  expect(logged('nonsense')).toMatchObject([{ msg: 'a sample is lost', err: expect.anything() }]);
});

test('an event that finds no room on the disk fails with the folder where room is needed', () => {
  const { database, errorOf, words } = fullStore();
  const outbox = new Outbox({ database, executorName: 'host', clock: systemClock, maxEvents: 100 });
  const event = { level: 'info', kind: 'node.started', nodeId: null, message: 'x'.repeat(2000) } as const;
  // The first ones still fit on existing pages.
  const error = errorOf(() => {
    for (let count = 0; count < 100; count++) outbox.record(event);
  });
  expect(error).toMatchObject({ message: `cannot write to the outbox: ${words}` });
  expect(toStoreError(error, database)).toMatchObject({ message: words });
});

test.each([
  ['no database', { errcode: 26 }, true],
  ['a page of it is damaged', { errcode: 11 + (1 << 8) }, true],
  ['the disk cannot read it', { errcode: 266 }, true],
  ['the disk cannot read its folder', { code: 'EIO' }, true],
  ['somebody has it locked', { errcode: 5 }, false],
  ['the disk is full', { errcode: 13 }, false],
  ['it cannot be written', { errcode: 778 }, false],
  ['too many files are open', { code: 'EMFILE' }, false],
])('whether a store is damaged: %s', (_what, error, isDamaged) => expect(isStoreDamaged(error)).toBe(isDamaged));
