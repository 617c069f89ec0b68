import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { NodeSample } from '../../../src/agent/monitor/sample.ts';
import { NodeRecordStore } from '../../../src/agent/node/record-store.ts';
import type { NewEvent } from '../../../src/agent/outbox/event.ts';
import { DaemonFacts } from '../../../src/agent/reconcile/daemon-facts.ts';
import { openStore } from '../../../src/agent/store/database.ts';
import { systemClock } from '../../../src/timing/clock.ts';
import { sample } from '../../harness/sample.ts';

test('a sample with another tip is recorded at once, and one that repeats the tip within seconds', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'satrap-facts-'));
  const database = openStore(dataDir);
  onTestFinished(() => {
    database.close();
    rmSync(dataDir, { recursive: true });
  });
  const recorded: NewEvent[] = [];
  const soon: NewEvent[] = [];
  const recorder = { newId: () => '', record: (event: NewEvent) => recorded.push(event) };
  const store = new NodeRecordStore('n', database, recorder, systemClock);
  const disk = {
    suspensionOf: () => null,
    hasRoom: async () => null,
    sizeReported: () => undefined,
    growthPerDay: () => null,
  };
  const facts = new DaemonFacts(store, {
    disk,
    recordSoon: (event) => soon.push(event),
    onStatusChange: () => undefined,
  });
  const measured = (height: number) => sample(height, { bestBlockHash: `block ${height}` }) as NodeSample;

  facts.recordSample(measured(1));
  expect([recorded, soon].map(({ length }) => length)).toEqual([1, 0]);
  facts.recordSample({ ...measured(1), peersOutbound: 3 });
  expect([recorded, soon].map(({ length }) => length)).toEqual([1, 1]);
  expect(soon).toMatchObject([{ nodeId: 'n', data: { peersOutbound: 3 } }]);
  facts.recordSample(measured(2));
  expect([recorded, soon].map(({ length }) => length)).toEqual([2, 1]);
});
