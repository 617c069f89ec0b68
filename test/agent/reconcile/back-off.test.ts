import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { DesiredEntry } from '../../../src/agent/desired/desired-entry.ts';
import { EngineClient } from '../../../src/agent/docker/engine/engine-client.ts';
import { loadNodeRecord } from '../../../src/agent/node/node-record.ts';
import { Outbox } from '../../../src/agent/outbox/outbox.ts';
import { NodeWorker } from '../../../src/agent/reconcile/node-worker.ts';
import type { WorkerSurroundings } from '../../../src/agent/reconcile/reconcile-deps.ts';
import { openStore } from '../../../src/agent/store/database.ts';
import { listeningLog } from '../../harness/listening-log.ts';
import { until } from '../../harness/until.ts';
import { VirtualClock } from '../../harness/virtual-clock.ts';

test('a clock that is set back does not hold up the next try', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'satrap-back-off-'));
  const database = openStore(dataDir);
  const clock = new VirtualClock(Date.now());
  const ending = new AbortController();
  const node = { id: 'n', name: 'n', desiredState: 'running', clientVersion: '28.1' };
  const surroundings = {
    database,
    clock,
    log: listeningLog().log,
    client: new EngineClient(join(dataDir, 'no-engine.sock')),
    recorder: new Outbox({ database, executorName: 'host', clock, maxEvents: 100 }),
    host: { images: { '28.1': 'example/bitcoin:28.1' } },
    held: () => ({ node, orphaned: false }) as DesiredEntry,
    onStatusChange: () => {},
  } as unknown as WorkerSurroundings;
  const running = new NodeWorker('n', surroundings).run(ending.signal);
  onTestFinished(async () => {
    ending.abort();
    await running;
    database.close();
    rmSync(dataDir, { recursive: true });
  });
  const hasFailed = (times: number) => () =>
    loadNodeRecord(database, 'n')?.failure?.count === times && clock.sleepers === 1;
  await until('it failed and waits', hasFailed(1));
  clock.step(-3_600_000);
  await clock.passUntil(clock.elapsed() + 2000);
  expect(await until('it failed again', hasFailed(2), 5000)).toBe(true);
});
