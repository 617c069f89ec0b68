import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Outbox } from '../../../src/agent/outbox/outbox.ts';
import { openStore, type Store } from '../../../src/agent/store/database.ts';
import { isStoreDamaged, logStoreError, toStoreError } from '../../../src/agent/store/store-error.ts';
import { systemClock } from '../../../src/timing/clock.ts';
import { listeningLog } from '../../harness/listening-log.ts';

/** A full store and its folder. */
function fullStore(): { database: Store; folder: string } {
  const folder = mkdtempSync(join(tmpdir(), 'satrap-full-'));
  const database = openStore(folder);
  onTestFinished(() => {
    database.close();
    rmSync(folder, { recursive: true });
  });
  database.exec('PRAGMA max_page_count=1');
  return { database, folder };
}

function errorOf(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error('it did not fail');
}

const grow = (database: Store) => database.exec(`CREATE TABLE growth (text TEXT)`);
const words = (folder: string) =>
  `the disk of the agent’s store in ${folder} is full; free disk space, and the agent continues`;

test('a full disk is logged with the folder where room is needed, and without a stack', () => {
  const { database, folder } = fullStore();
  const { log, lines } = listeningLog();
  logStoreError(
    log,
    'a sample is lost',
    errorOf(() => grow(database)),
    database,
  );
  expect(lines).toEqual([expect.objectContaining({ msg: `a sample is lost: ${words(folder)}` })]);
  expect(lines[0]).not.toHaveProperty('err');
});

test('an event that finds no room on the disk fails with the folder where room is needed', () => {
  const { database, folder } = fullStore();
  const outbox = new Outbox({ database, executorName: 'host', clock: systemClock, maxEvents: 100 });
  const event = { level: 'info', kind: 'node.started', nodeId: null, message: 'x'.repeat(2000) } as const;
  // The first ones still fit on existing pages.
  const error = errorOf(() => {
    for (let count = 0; count < 100; count++) outbox.record(event);
  });
  expect(error).toMatchObject({ message: `cannot write to the outbox: ${words(folder)}` });
  expect(toStoreError(error, database)).toMatchObject({ message: words(folder) });
});

test('another error of the store is logged as it is, with its stack', () => {
  const { database } = fullStore();
  const { log, lines } = listeningLog();
  logStoreError(
    log,
    'a sample is lost',
    errorOf(() => database.exec('nonsense')),
    database,
  );
  expect(lines).toEqual([expect.objectContaining({ msg: 'a sample is lost', err: expect.anything() })]);
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
