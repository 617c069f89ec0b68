import { expect, test } from 'vitest';
import { KeyUse } from '../../../../src/control-plane/people/accounts/key-use.ts';
import type { Database } from '../../../../src/control-plane/platform/database/database.ts';

/** Counts the statements instead of carrying them out. */
function countingDatabase() {
  let statements = 0;
  const database = {
    execute: async () => {
      statements += 1;
    },
  } as unknown as Database;
  return { database, statements: () => statements };
}

test('the uses of many keys are written in one statement, each at most once a minute', async () => {
  const { database, statements } = countingDatabase();
  const keyUse = new KeyUse();
  for (let request = 0; request < 1000; request++) keyUse.note(`key-${request % 10}`, '192.0.2.1', 0);
  await keyUse.write(database);
  expect(statements()).toBe(1);
  keyUse.note('key-1', '192.0.2.1', 59_000);
  await keyUse.write(database);
  expect(statements()).toBe(1);
  keyUse.note('key-1', '192.0.2.1', 60_000);
  await keyUse.write(database);
  expect(statements()).toBe(2);
});
