import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { openStore, openStoreAsOwner, storePath } from '../../../src/agent/store/database.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'satrap-store-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const modeOf = (path: string) => statSync(path).mode & 0o7777;

describe('opening the store', () => {
  test('invariant 8: the store, and a directory created for it, can be read by the agent’s own user alone', () => {
    const dataDir = join(folder, 'created');
    openStore(dataDir).close();
    expect(modeOf(dataDir)).toBe(0o700);
    expect(modeOf(join(dataDir, 'agent.db'))).toBe(0o600);
  });

  test('an existing data directory keeps its mode, because it may serve others too', () => {
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

  test('a store of a newer agent is refused, and its agent is asked for', () => {
    const store = openStore(folder);
    store.exec('PRAGMA user_version=99');
    store.close();
    for (const open of [openStore, openStoreAsOwner])
      expect(() => open(folder)).toThrow(/written by a newer agent \(schema version 99.*install that agent again/);
  });

  test('a look at the store of an earlier agent reads it in the present form, and leaves it to that agent as it was', () => {
    const path = storePath(folder);
    const former = new DatabaseSync(path);
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

  test('a nested transaction joins the outer one, and its hooks wait for the outermost commit', () => {
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

  test('a transaction that throws is undone with those nested in it, and says so to their hooks', () => {
    const { store, ends, write, numbers } = hookedStore();
    const failing = () =>
      store.transaction(() => {
        store.transaction(() => write(1));
        fail();
      });
    expect(failing).toThrow('no');
    expect(numbers()).toEqual([]);
    expect(ends).toEqual(['1 undone: false ']);
  });

  test('hooks are called for their own transaction only', () => {
    const { store, ends, write } = hookedStore();
    store.transaction(() => write(1));
    expect(() => store.transaction(fail)).toThrow('no');
    store.transaction(() => write(2));
    expect(ends).toEqual(['1 committed: false 1', '2 committed: false 1,2']);
  });

  test('a transaction that SQLite itself has undone calls the hooks of a rollback', () => {
    const { store, ends, write } = hookedStore();
    const failing = () =>
      store.transaction(() => {
        write(1);
        store.exec('ROLLBACK');
        fail();
      });
    expect(failing).toThrow('no');
    expect(ends).toEqual(['1 undone: false ']);
  });

  test('a hook can open a transaction of its own', () => {
    const { store, ends, write, numbers } = hookedStore();
    store.transaction(() => {
      store.afterCommit(() => store.transaction(() => write(2)));
      write(1);
    });
    expect(numbers()).toEqual([1, 2]);
    expect(ends).toEqual(['2 committed: false 1,2', '1 committed: false 1,2']);
  });
});
