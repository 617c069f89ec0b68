import { expect, test } from 'vitest';
import { nodeRecordStore, recordedPorts } from '../../../src/agent/node/record-store.ts';
import { NodeStatus } from '../../../src/agent/node/status.ts';
import { Outbox } from '../../../src/agent/outbox/outbox.ts';
import { testDeps } from '../../harness/test-deps.ts';
import { VirtualClock } from '../../harness/virtual-clock.ts';
import { testStore } from '../test-store.ts';

function newStore() {
  const { database } = testStore();
  const clock = new VirtualClock(0);
  const outbox = new Outbox({ database, executorName: 'host', clock, maxEvents: 100 });
  const open = (nodeId = 'n') => nodeRecordStore(nodeId, database, outbox, clock);
  return { database, clock, outbox, open };
}

const event = { level: 'info', kind: 'node.started', nodeId: 'n', message: 'started' } as const;

test('stores a change with its events, each once, and writes nothing without a change', () => {
  const { database, outbox, open } = newStore();
  const store = open();
  store.update({ everStarted: false });
  expect(database.prepare('SELECT count(*) AS rows FROM node_memory').get()).toEqual({ rows: 0 });
  open('m').update({ ports: { rpc: 1, p2p: 2 } });
  const id = 'e';
  store.update({ everStarted: true }, [{ event, id }]);
  expect(open().record.everStarted).toBe(true);
  store.update({ everStarted: false }, [{ event, id }]);
  expect(outbox.nextBatch(10)).toHaveLength(1);
  expect(outbox.counts().events).toBe(1);
  expect(recordedPorts(database)).toEqual([1, 2]);
});

test('a transaction that fails changes nothing, neither on disk nor in memory', () => {
  const { outbox, open } = newStore();
  const store = open();
  const failing = () =>
    store.transaction(() => {
      store.update({ everStarted: true }, [{ event }]);
      store.update({ cause: 'a restart' });
      throw new Error('no space left');
    });
  expect(failing).toThrow('no space left');
  for (const { record } of [store, open()]) expect(record).toMatchObject({ everStarted: false, cause: null });
  expect(outbox.nextBatch(10)).toEqual([]);
});

test('a copy shows its bytes, and how long it takes once its rate is known', async () => {
  const { clock, open } = newStore();
  const store = open();
  const status = new NodeStatus(store, { ...testDeps({ record: () => undefined }), clock });
  const mebibyte = 1024 * 1024;
  const shown = (done: number) => {
    status.showProgress({ effect: 'copy', why: 'a copy' }, { done: done * mebibyte, total: 1000 * mebibyte });
    return store.record.status;
  };
  expect(shown(0)).toMatchObject({ phase: 'starting', reason: 'a copy; 0.0 of 1000.0 MiB copied' });
  await clock.passUntil(60_000);
  expect(shown(100).reason).toBe('a copy; 100.0 of 1000.0 MiB copied, about 9 min left');
  expect(shown(1000).reason).toBe('a copy; 1000.0 of 1000.0 MiB copied');
});
