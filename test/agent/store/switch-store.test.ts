import { existsSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { openStore, openStoreFile, StoreTooNew, storePath } from '../../../src/agent/store/database.ts';
import { DataDirInUse, lockDataDir } from '../../../src/agent/store/lock.ts';
import { migrateStore, switchFiles, switchStore } from '../../../src/agent/store/switch-store.ts';
import { scratchFolder } from '../../harness/scratch-folder.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = scratchFolder('switch');
  const store = openStore(dataDir);
  store.exec(`INSERT INTO outbox (id, sample, body) VALUES ('old', 0, '{}');
    INSERT INTO desired_node (node_id, document) VALUES ('gone', '{}'), ('kept', '{}');
    INSERT INTO identity VALUES ('revision', '7')`);
  store.close();
});

/** The store as migrated by a later version. */
function migrateLater(path: string): boolean {
  migrateStore(path);
  using store = new DatabaseSync(path);
  store.exec(
    'ALTER TABLE outbox ADD COLUMN urgent INTEGER; CREATE TABLE more (id TEXT) STRICT; PRAGMA user_version=99',
  );
  return true;
}
/** The store as a later version leaves it after a minute: one event sent, one recorded, a node deleted. */
async function runLater(): Promise<void> {
  await switchStore({ dataDir, migrate: migrateLater, isBack: false });
  const store = new DatabaseSync(storePath(dataDir));
  store.exec(`PRAGMA journal_mode=WAL; DELETE FROM outbox WHERE id = 'old';
    INSERT INTO outbox (id, sample, body, urgent) VALUES ('new', 0, '{}', 1);
    DELETE FROM desired_node WHERE node_id = 'gone'; UPDATE identity SET value = '9' WHERE key = 'revision'`);
  store.close();
}
function rows(sql: string): unknown[] {
  using store = openStore(dataDir);
  const found = store.prepare(sql).all();
  return found.map((row) => Object.values(row)[0]);
}

test('the new version reads a copy with all records; the previous store is kept', async () => {
  await switchStore({ dataDir, migrate: migrateLater, isBack: false });
  expect(() => openStore(dataDir)).toThrow(StoreTooNew);
  using former = openStoreFile(switchFiles(dataDir).former);
  expect(former.prepare('SELECT id FROM outbox').all()).toEqual([{ id: 'old' }]);
});

test('a rollback loses no event and brings back no deleted node', async () => {
  await runLater();
  await switchStore({ dataDir, migrate: migrateStore, isBack: true });
  expect(rows('SELECT id FROM outbox')).toEqual(['new']);
  expect(rows('SELECT node_id FROM desired_node')).toEqual(['kept']);
  expect(rows(`SELECT value FROM identity WHERE key = 'revision'`)).toEqual(['9']);
});

test('a rollback restores the previous store over an unreadable one, touching no node', async () => {
  await runLater();
  writeFileSync(storePath(dataDir), 'no database');
  await switchStore({ dataDir, migrate: migrateStore, isBack: true });
  expect(rows('SELECT id FROM outbox')).toEqual(['old']);
  expect(rows('SELECT vanished FROM desired_node')).toEqual([1, 1]);
  expect(rows(`SELECT value FROM identity WHERE key = 'revision'`)).toEqual([]);
});

test('a rollback keeps a store that both versions can read, also a locked one', async () => {
  await switchStore({ dataDir, migrate: migrateStore, isBack: false });
  const other = new DatabaseSync(storePath(dataDir));
  other.exec(`INSERT INTO outbox (id, sample, body) VALUES ('new', 0, '{}'); BEGIN EXCLUSIVE`);
  setTimeout(() => other.close(), 300);
  const migrate = () => {
    throw new Error('nothing to do');
  };
  await switchStore({ dataDir, migrate, isBack: true });
  expect(rows('SELECT id FROM outbox ORDER BY sequence')).toEqual(['old', 'new']);
  expect(rows('SELECT vanished FROM desired_node')).toEqual([0, 0]);
});

test('a version that cannot read the store changes nothing', async () => {
  const migrate = () => {
    throw new Error('it cannot');
  };
  await expect(switchStore({ dataDir, migrate, isBack: false })).rejects.toThrow('it cannot');
  expect(rows('SELECT id FROM outbox')).toEqual(['old']);
});

test('a running agent’s store is left alone', async () => {
  const lock = lockDataDir(dataDir);
  onTestFinished(() => lock.release());
  await expect(switchStore({ dataDir, migrate: migrateStore, isBack: false })).rejects.toThrow(DataDirInUse);
  expect(existsSync(switchFiles(dataDir).next)).toBe(false);
});

test('a switch that was killed in the midst of the copy is begun again', async () => {
  await switchStore({ dataDir, migrate: migrateStore, isBack: false });
  writeFileSync(switchFiles(dataDir).next, 'half a copy');
  await switchStore({ dataDir, migrate: migrateLater, isBack: false });
  expect(() => openStore(dataDir)).toThrow(StoreTooNew);
});
