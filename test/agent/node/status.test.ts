import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { NodeRecordStore } from '../../../src/agent/node/record-store.ts';
import { NodeStatus } from '../../../src/agent/node/status.ts';
import { openStore } from '../../../src/agent/store/database.ts';
import { VirtualClock } from '../../harness/virtual-clock.ts';

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
  const status = new NodeStatus(store, clock, () => undefined);
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
