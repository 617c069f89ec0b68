import { beforeEach, expect, onTestFinished, test } from 'vitest';
import type { NewEvent } from '../../../src/agent/outbox/event.ts';
import { Outbox } from '../../../src/agent/outbox/outbox.ts';
import { sampleBatch } from '../../../src/agent/outbox/sample-batch.ts';
import type { Store } from '../../../src/agent/store/database.ts';
import { sampleKind } from '../../../src/contract/events.ts';
import { testPulse } from '../../harness/test-deps.ts';
import { VirtualClock } from '../../harness/virtual-clock.ts';
import { testStore } from '../test-store.ts';

let database: Store;
let clock: VirtualClock;
let outbox: Outbox;
let failures: unknown[];
let ending: AbortController;
let batch: ReturnType<typeof sampleBatch>;
let running: Promise<void>;

beforeEach(() => {
  database = testStore().database;
  clock = new VirtualClock(Date.UTC(2026, 0, 1));
  outbox = new Outbox({ database, executorName: 'host', clock, maxEvents: 1000 });
  failures = [];
  ending = new AbortController();
  const onFailure = (error: unknown) => failures.push(error);
  batch = sampleBatch({ outbox, sampleIntervalSeconds: 30, onFailure, pulse: testPulse(), clock });
  running = batch.run(ending.signal);
  onTestFinished(() => {
    ending.abort();
    return running;
  });
});

const sample = (nodeId: string): NewEvent => ({ level: 'info', kind: sampleKind, nodeId, message: 'height 1' });
const pass = (ms: number) => clock.passUntil(clock.elapsed() + ms);

test('samples of several nodes are written together within seconds, each with the time at which it was measured', async () => {
  let writes = 0;
  const recordSamples = outbox.recordSamples.bind(outbox);
  outbox.recordSamples = (samples) => {
    writes++;
    recordSamples(samples);
  };
  batch.add(sample('a'));
  await pass(2000);
  batch.add(sample('b'));
  expect(outbox.counts().samples).toBe(0);
  await pass(3000);
  expect(outbox.nextBatch(10)).toMatchObject([
    { nodeId: 'a', at: '2026-01-01T00:00:00.000Z' },
    { nodeId: 'b', at: '2026-01-01T00:00:02.000Z' },
  ]);
  await pass(60_000);
  expect(writes).toBe(1);
});

test('an agent that ends writes the samples that wait', async () => {
  batch.add(sample('a'));
  ending.abort();
  await running;
  expect(outbox.counts().samples).toBe(1);
});

test('samples that cannot be written are counted as dropped, and those that follow are written again', async () => {
  database.exec("CREATE TRIGGER no_room BEFORE INSERT ON outbox BEGIN SELECT RAISE(ABORT, 'no'); END");
  batch.add(sample('a'));
  batch.add(sample('b'));
  await pass(5000);
  expect(failures).toHaveLength(1);
  expect(outbox.counts()).toMatchObject({ samples: 0, dropped: { [sampleKind]: 2 } });
  database.exec('DROP TRIGGER no_room');
  batch.add(sample('a'));
  await pass(5000);
  expect(outbox.counts().samples).toBe(1);
});
