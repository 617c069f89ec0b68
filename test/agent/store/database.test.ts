import { chmodSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { openStore, openStoreAsOwner, storePath } from '../../../src/agent/store/database.ts';
import { DataDirInUse, lockDataDir } from '../../../src/agent/store/lock.ts';
import { scratchFolder } from '../../harness/scratch-folder.ts';

let folder: string;

beforeEach(() => {
  folder = scratchFolder('store');
});

const modeOf = (path: string) => statSync(path).mode & 0o7777;

describe('the data directory', () => {
  test('invariant 8: one that is created for the store or its lock, and the store, can be read by the agent’s own user alone', () => {
    const [stored, locked] = [join(folder, 'stored'), join(folder, 'locked')];
    openStore(stored).close();
    lockDataDir(locked).release();
    expect([modeOf(stored), modeOf(join(stored, 'agent.db')), modeOf(locked)]).toEqual([0o700, 0o600, 0o700]);
  });

  test('an existing one keeps its mode, because it may serve others too', () => {
    const dataDir = join(folder, 'existing');
    mkdirSync(dataDir);
    for (const mode of [0o755, 0o1777]) {
      chmodSync(dataDir, mode);
      openStore(dataDir).close();
      openStore(dataDir).close();
      expect(modeOf(dataDir)).toBe(mode);
    }
    expect(modeOf(join(dataDir, 'agent.db'))).toBe(0o600);
  });

  test('a second agent on it is refused until the first one ends', () => {
    const first = lockDataDir(folder);
    expect(() => lockDataDir(folder)).toThrow(DataDirInUse);
    expect(() => lockDataDir(folder)).toThrow(/another agent uses .*--data-dir/);
    first.release();
    lockDataDir(folder).release();
  });

  test('a store of a newer agent is refused, and its agent is asked for', () => {
    const store = openStore(folder);
    store.exec('PRAGMA user_version=99');
    store.close();
    for (const open of [openStore, openStoreAsOwner])
      expect(() => open(folder)).toThrow(/written by a newer agent \(schema version 99.*install that agent again/);
  });

  test('a look at the store of an earlier agent reads it in the present form, and leaves it to that agent as it was', () => {
    const former = new DatabaseSync(storePath(folder));
    onTestFinished(() => former.close());
    const look = openStoreAsOwner(folder);
    expect(look.prepare('SELECT count(*) AS nodes FROM desired_node').get()).toEqual({ nodes: 0 });
    look.close();
    expect(former.prepare('SELECT name FROM sqlite_schema').all()).toEqual([]);
    expect(former.prepare('PRAGMA user_version').get()).toEqual({ user_version: 0 });
  });
});

describe('a transaction', () => {
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

  test('that is nested joins the outer one, and its hooks wait for the outermost commit', () => {
    const { store, ends, write } = hookedStore();
    const result = store.transaction(() => {
      store.transaction(() => write(1));
      expect(ends).toEqual([]);
      write(2);
      return 'result';
    });
    expect(result).toBe('result');
    expect(ends).toEqual(['1 committed: false 1,2', '2 committed: false 1,2']);
  });

  test.each([false, true])(
    'that throws is undone with those nested in it, and says so to their hooks; by SQLite itself: %s',
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

  test('calls the hooks of its own only', () => {
    const { store, ends, write } = hookedStore();
    store.transaction(() => write(1));
    expect(() => store.transaction(fail)).toThrow('no');
    store.transaction(() => write(2));
    expect(ends).toEqual(['1 committed: false 1', '2 committed: false 1,2']);
  });

  test('can be opened by a hook', () => {
    const { store, ends, write, numbers } = hookedStore();
    store.transaction(() => {
      store.afterCommit(() => store.transaction(() => write(2)));
      write(1);
    });
    expect(numbers()).toEqual([1, 2]);
    expect(ends).toEqual(['2 committed: false 1,2', '1 committed: false 1,2']);
  });
});
