import { chmodSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { openStore, openStoreAsOwner, storePath } from '../../../src/agent/store/database.ts';
import { lockDataDir } from '../../../src/agent/store/lock.ts';
import { scratchFolder } from '../../harness/scratch-folder.ts';

let folder: string;

beforeEach(() => {
  folder = scratchFolder('store');
});

const modeOf = (path: string) => statSync(path).mode & 0o7777;

test('invariant 8: only the agent’s user can read a new data directory and its store', () => {
  const [stored, locked] = [join(folder, 'stored'), join(folder, 'locked')];
  openStore(stored).close();
  lockDataDir(locked).release();
  expect([modeOf(stored), modeOf(join(stored, 'agent.db')), modeOf(locked)]).toEqual([0o700, 0o600, 0o700]);
  // An existing one may serve others too.
  chmodSync(locked, 0o1777);
  openStore(locked).close();
  expect([modeOf(locked), modeOf(join(locked, 'agent.db'))]).toEqual([0o1777, 0o600]);
});

test('a store of a newer agent is refused, and its agent is asked for', () => {
  const store = openStore(folder);
  store.exec('PRAGMA user_version=99');
  store.close();
  for (const open of [openStore, openStoreAsOwner])
    expect(() => open(folder)).toThrow(/written by a newer agent \(schema version 99.*install that agent again/);
});

test('reading an earlier agent’s store leaves it unchanged', () => {
  const former = new DatabaseSync(storePath(folder));
  onTestFinished(() => former.close());
  const look = openStoreAsOwner(folder);
  expect(look.prepare('SELECT count(*) AS nodes FROM desired_node').get()).toEqual({ nodes: 0 });
  look.close();
  expect(former.prepare('SELECT name FROM sqlite_schema').all()).toEqual([]);
  expect(former.prepare('PRAGMA user_version').get()).toEqual({ user_version: 0 });
});

function hookedStore() {
  const store = openStore(folder);
  onTestFinished(() => store.close());
  store.exec('CREATE TABLE number (value INTEGER) STRICT');
  const ends: string[] = [];
  const numbers = () =>
    store
      .prepare('SELECT value FROM number')
      .all()
      .map(({ value }) => Number(value));
  /** Writes a number, and records how the transaction around it ends, with the value stored then. */
  const write = (value: number) => {
    store.afterCommit(() => ends.push(`${value} committed: ${store.isTransaction} ${numbers()}`));
    store.afterRollback(() => ends.push(`${value} undone: ${store.isTransaction} ${numbers()}`));
    store.prepare('INSERT INTO number VALUES (?)').run(value);
  };
  return { store, ends, write, numbers };
}
const fail = () => {
  throw new Error('no');
};

test('a nested transaction joins the outer one; its hooks wait for the commit', () => {
  const { store, ends, write } = hookedStore();
  const result = store.transaction(() => {
    store.transaction(() => write(1));
    expect(ends).toEqual([]);
    store.afterCommit(() => store.transaction(() => write(3)));
    write(2);
    return 'result';
  });
  expect(result).toBe('result');
  const [first, third, second] = [1, 3, 2].map((value) => `${value} committed: false`);
  expect(ends).toEqual([`${first} 1,2`, `${third} 1,2,3`, `${second} 1,2,3`]);
});

test.each([false, true])(
  'a failed transaction rolls back nested ones and runs their hooks; by SQLite: %s',
  (isUndone) => {
    const { store, ends, write, numbers } = hookedStore();
    const failing = () =>
      store.transaction(() => {
        store.transaction(() => write(1));
        if (isUndone) store.exec('ROLLBACK');
        fail();
      });
    expect(failing).toThrow('no');
    expect(numbers()).toEqual([]);
    expect(ends).toEqual(['1 undone: false ']);
  },
);

test('a transaction calls the hooks of its own only', () => {
  const { store, ends, write } = hookedStore();
  store.transaction(() => write(1));
  expect(() => store.transaction(fail)).toThrow('no');
  store.transaction(() => write(2));
  expect(ends).toEqual(['1 committed: false 1', '2 committed: false 1,2']);
});
