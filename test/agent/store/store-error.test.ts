import { expect, test } from 'vitest';
import { isStoreDamaged, logStoreError } from '../../../src/agent/store/store-error.ts';
import { listeningLog } from '../../harness/listening-log.ts';
import { testStore } from '../test-store.ts';

test('logs a full disk with its folder and no stack, and other errors unchanged', () => {
  const { database, folder } = testStore();
  database.exec('PRAGMA max_page_count=1');
  const logged = (sql: string) => {
    const { log, lines } = listeningLog();
    try {
      database.exec(sql);
    } catch (error) {
      logStoreError(log, 'a sample is lost', error, database);
    }
    return lines;
  };
  const words = `the disk of the agent’s store in ${folder} is full; free disk space, and the agent continues`;
  const [full] = logged('CREATE TABLE growth (text TEXT)');
  expect(full).toMatchObject({ msg: `a sample is lost: ${words}` });
  expect(full).not.toHaveProperty('err');
  expect(logged('nonsense')).toMatchObject([{ msg: 'a sample is lost', err: expect.anything() }]);
});

test.each([
  ['no database', { errcode: 26 }, true],
  ['a page of it is damaged', { errcode: 11 + (1 << 8) }, true],
  ['the disk cannot read it', { errcode: 266 }, true],
  ['the disk cannot read its folder', { code: 'EIO' }, true],
  ['somebody has it locked', { errcode: 5 }, false],
  ['the disk is full', { errcode: 13 }, false],
])('whether a store is damaged: %s', (_what, error, isDamaged) => expect(isStoreDamaged(error)).toBe(isDamaged));
