import { statSync, truncateSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { Outbox, OutboxWriteError } from '../../../src/agent/outbox/outbox.ts';
import { clearIntent, readIntent, writeIntent } from '../../../src/agent/reconcile/step-runner.ts';
import { openStore, type Store } from '../../../src/agent/store/database.ts';
import { reserveKeeper, type StoreReserve, storeReserve } from '../../../src/agent/store/store-reserve.ts';
import { sampleKind } from '../../../src/contract/events.ts';
import { systemClock } from '../../../src/timing/clock.ts';
import { hastyClock } from '../../harness/hasty-clock.ts';
import { listeningLog } from '../../harness/listening-log.ts';
import { type SmallDisk, smallDisk } from '../../harness/small-disk.ts';
import { testPulse } from '../../harness/test-deps.ts';
import { until } from '../../harness/until.ts';

const mebibyte = 1024 * 1024;
const event = { level: 'info', kind: 'node.data_removed', nodeId: null, message: 'x'.repeat(3000) } as const;
const intent = { step: { kind: 'remove-data', why: 'x'.repeat(2000) }, eventId: 'e', wantedHash: null };

/** A store with reserved space on a disk of its own. */
async function reservedStore(): Promise<{ disk: SmallDisk; reserve: StoreReserve; database: Store }> {
  const disk = smallDisk(20);
  const reserve = storeReserve(disk.path, { bytes: 8 * mebibyte });
  const database = openStore(disk.path, reserve);
  onTestFinished(() => database.close());
  expect(await reserve.restore()).toBe(true);
  return { disk, reserve, database };
}

test('on a full disk, reserved space takes events and intents, but no samples', async () => {
  const { disk, reserve, database } = await reservedStore();
  const outbox = new Outbox({ database, executorName: 'host', clock: systemClock, maxEvents: 1_000_000 });
  disk.fill(0);
  const sample = () => {
    for (let count = 0; count < 100; count++) outbox.record({ ...event, kind: sampleKind, nodeId: 'n' });
  };
  expect(sample).toThrow(OutboxWriteError);
  expect(reserve.left()).toBe(8 * mebibyte);
  for (let count = 0; count < 200; count++) {
    writeIntent(database, `node-${count}`, intent);
    outbox.record(event);
    clearIntent(database, `node-${count}`);
  }
  writeIntent(database, 'last', intent);
  expect(readIntent(database, 'last')).toEqual(intent);
  expect(outbox.counts()).toMatchObject({ events: 200 });
  expect(reserve.left()).toBeLessThan(8 * mebibyte);
  expect(database.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
});

test('another failure uses no reserved space, and a write fails without any left', async () => {
  const { disk, reserve, database } = await reservedStore();
  disk.fill(0);
  const fail = () => {
    throw new Error('another reason');
  };
  expect(() => database.transaction(fail)).toThrow('another reason');
  expect(reserve.left()).toBe(8 * mebibyte);
  truncateSync(reserve.path, 0);
  disk.fill(0);
  const write = () => {
    for (let count = 0; count < 100; count++) writeIntent(database, `node-${count}`, intent);
  };
  expect(write).toThrow('full');
});

test('the store is opened on a full disk, and what was written before is there', async () => {
  const { disk, reserve, database } = await reservedStore();
  writeIntent(database, 'before', intent);
  // Its files beside the database are removed with it: the next start needs space for them.
  database.close();
  disk.fill(0);
  expect(() => openStore(disk.path)).toThrow();
  const opened = openStore(disk.path, reserve);
  expect(readIntent(opened, 'before')).toEqual(intent);
  writeIntent(opened, 'after', intent);
  expect(readIntent(opened, 'after')).toEqual(intent);
  opened.close();
  database.open();
});

test('crash anywhere: restores the reserved space once there is room', async () => {
  const { disk, reserve } = await reservedStore();
  for (const bytes of [0, 1, 1_500_000]) {
    truncateSync(reserve.path, bytes);
    disk.fill(4);
    expect(await reserve.restore()).toBe(false);
    expect(reserve.left()).toBe(bytes);
    disk.empty();
    expect(await reserve.restore()).toBe(true);
    expect(reserve.left()).toBe(8 * mebibyte);
  }
  const { size, blocks, mode } = statSync(reserve.path);
  expect(blocks * 512).toBeGreaterThanOrEqual(size);
  expect(mode & 0o777).toBe(0o600);
});

test('reports once that the reserve has no room, and once that it is complete again', async () => {
  const { disk, reserve } = await reservedStore();
  truncateSync(reserve.path, 0);
  disk.fill(1);
  const { log, lines } = listeningLog();
  const end = new AbortController();
  const running = reserveKeeper(reserve, { clock: hastyClock(10_000), log, pulse: testPulse() }).run(end.signal);
  await until('it is told', () => lines.length > 0);
  disk.empty();
  await until('it is complete', () => lines.length > 1);
  end.abort();
  await running;
  expect(lines.map(({ msg }) => msg)).toEqual([
    expect.stringMatching(/agent’s store in \S+agent\.reserve: disk nearly full; free disk space/),
    'restored the reserved disk space of the agent’s store',
  ]);
});
