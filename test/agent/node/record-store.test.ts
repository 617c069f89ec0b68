import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { NodeRecordStore, recordedPorts } from '../../../src/agent/node/record-store.ts';
import { NodeStatus } from '../../../src/agent/node/status.ts';
import { Outbox } from '../../../src/agent/outbox/outbox.ts';
import { openStore } from '../../../src/agent/store/database.ts';
import { systemClock } from '../../../src/timing/clock.ts';
import { testDeps } from '../../harness/test-deps.ts';
import { VirtualClock } from '../../harness/virtual-clock.ts';

function newStore() {
  const dataDir = mkdtempSync(join(tmpdir(), 'satrap-record-'));
  const database = openStore(dataDir);
  onTestFinished(() => {
    database.close();
    rmSync(dataDir, { recursive: true });
  });
  const outbox = new Outbox({ database, executorName: 'host', clock: systemClock, maxEvents: 100 });
  const open = () => new NodeRecordStore('n', database, outbox, systemClock);
  return { database, outbox, open };
}

const event = { level: 'info', kind: 'node.started', nodeId: 'n', message: 'started' } as const;

test('a change is on disk together with its events', () => {
  const { outbox, open } = newStore();
  open().update({ everStarted: true }, [{ event }]);
  expect(open().record.everStarted).toBe(true);
  expect(outbox.nextBatch(10)).toHaveLength(1);
});

test('a change that is none writes nothing', () => {
  const { database, open } = newStore();
  const store = open();
  store.update({ everStarted: false });
  expect(database.prepare('SELECT count(*) AS rows FROM node_memory').get()).toEqual({ rows: 0 });
});

test('an event of an id that is recorded already is not recorded twice', () => {
  const { outbox, open } = newStore();
  const store = open();
  const id = outbox.newId();
  store.update({ everStarted: true }, [{ event, id }]);
  store.update({ everStarted: false }, [{ event, id }]);
  expect(outbox.nextBatch(10)).toHaveLength(1);
});

test('a transaction that fails changes nothing, neither on disk nor in memory', () => {
  const { outbox, open } = newStore();
  const store = open();
  expect(() =>
    store.transaction(() => {
      store.update({ everStarted: true }, [{ event }]);
      store.update({ cause: 'a restart' });
      throw new Error('no space left');
    }),
  ).toThrow('no space left');
  expect(store.record).toMatchObject({ everStarted: false, cause: null });
  expect(open().record).toMatchObject({ everStarted: false, cause: null });
  expect(outbox.nextBatch(10)).toEqual([]);
});

test('the ports of every node with a record are known, and of none without ports', () => {
  const { database, outbox, open } = newStore();
  open().update({ ports: { rpc: 1, p2p: 2 } });
  new NodeRecordStore('m', database, outbox, systemClock).update({ cause: 'x' });
  expect(recordedPorts(database)).toEqual([1, 2]);
});

const mebibyte = 1024 * 1024;

test('a copy shows its bytes, and how long it takes once its rate is known', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'satrap-status-'));
  const database = openStore(dataDir);
  onTestFinished(() => {
    database.close();
    rmSync(dataDir, { recursive: true });
  });
  const clock = new VirtualClock(0);
  const store = new NodeRecordStore('n', database, { newId: () => '', record: () => undefined }, clock);
  const status = new NodeStatus(store, { ...testDeps({ record: () => undefined }), clock });
  const show = (done: number) =>
    status.showProgress({ effect: 'copy', why: 'a copy' }, { done: done * mebibyte, total: 1000 * mebibyte });
  show(0);
  expect(store.record.status).toMatchObject({ phase: 'starting', reason: 'a copy; 0.0 of 1000.0 MiB copied' });
  await clock.passUntil(60_000);
  show(100);
  expect(store.record.status.reason).toBe('a copy; 100.0 of 1000.0 MiB copied, about 9 min left');
  show(1000);
  expect(store.record.status.reason).toBe('a copy; 1000.0 of 1000.0 MiB copied');
});
