import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { toRuntimeError } from '../../../src/agent/docker/engine/engine-error.ts';
import { lastWords } from '../../../src/agent/node/crash-message.ts';
import { newNodeRecord, saveNodeRecord } from '../../../src/agent/node/node-record.ts';
import { NodeWorker } from '../../../src/agent/reconcile/node-worker.ts';
import type { WorkerSurroundings } from '../../../src/agent/reconcile/reconcile-deps.ts';
import { openStore } from '../../../src/agent/store/database.ts';
import { systemClock } from '../../../src/timing/clock.ts';
import { listeningLog } from '../../harness/listening-log.ts';

test('a daemon’s last words are cut between characters', () => {
  const words = crashMessage([`Error: Invalid User Agent comment a${'💥'.repeat(200)}`]);
  expect(words?.isWellFormed()).toBe(true);
  expect(words?.length).toBeLessThanOrEqual(300);
});

test('the engine’s words are bounded', () => {
  expect(toRuntimeError('pull', new Error('x'.repeat(100_000))).message.length).toBeLessThan(2100);
});

test('the reason of one node never keeps a heartbeat from being taken, however long it is', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'satrap-reasons-'));
  const database = openStore(dataDir);
  onTestFinished(() => {
    database.close();
    rmSync(dataDir, { recursive: true });
  });
  const memory = newNodeRecord(0);
  saveNodeRecord(database, 'n', { ...memory, status: { ...memory.status, reason: 'x'.repeat(9000) } });
  const surroundings = {
    database,
    clock: systemClock,
    log: listeningLog().log,
    held: () => undefined,
  } as Partial<WorkerSurroundings> as WorkerSurroundings;
  expect(new NodeWorker('n', surroundings).report().reason?.length).toBe(2000);
});
