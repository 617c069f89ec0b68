import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { NewEvent } from '../../../src/agent/outbox/event.ts';
import { Outbox, OutboxWriteError } from '../../../src/agent/outbox/outbox.ts';
import { openStore } from '../../../src/agent/store/database.ts';
import { sampleKind } from '../../../src/contract/events.ts';
import { systemClock } from '../../../src/timing/clock.ts';
import { scratchFolder } from '../../harness/scratch-folder.ts';
import { smallDisk } from '../../harness/small-disk.ts';

const event: NewEvent = { level: 'info', kind: 'node.started', nodeId: null, message: 'x'.repeat(1000) };
const sample: NewEvent = { ...event, kind: sampleKind, nodeId: 'n' };

test('invariant 6: recorded events survive kill -9 in the middle of the next write', async () => {
  const dataDir = scratchFolder('killed');
  const written: string[] = [];
  // The same folder again: each round continues from the state after the kill.
  for (let round = 0; round < 2; round++) {
    const writer = spawn(process.execPath, [join(import.meta.dirname, 'recording-until-killed.ts'), dataDir], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    const enough = Promise.withResolvers<void>();
    writer.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString('utf8');
      if (output.length > 12_000 + round * 997) enough.resolve();
    });
    await enough.promise;
    writer.kill('SIGKILL');
    await once(writer, 'close');
    written.push(...output.slice(0, output.lastIndexOf('\n')).split('\n'));
  }
  const database = openStore(dataDir);
  const outbox = new Outbox({ database, executorName: 'host', clock: systemClock, maxEvents: 1_000_000 });
  const stored = outbox.nextBatch(1_000_000).map(({ id }) => id);
  expect(database.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
  database.close();
  const unique = new Set(stored);
  const ids = written.flatMap((line) => line.split(','));
  expect(ids.length).toBeGreaterThan(500);
  expect(ids.filter((id) => !unique.has(id))).toEqual([]);
  expect(unique.size).toBe(stored.length);
  // At most what each kill cut off: one single event and one complete batch of three.
  expect(stored.length - ids.length).toBeLessThanOrEqual(2 * 4);
});

test('invariant 6: a full disk loses no event, and lost samples are reported once', () => {
  const dataDir = smallDisk(1).path;
  const database = openStore(dataDir);
  const outbox = new Outbox({ database, executorName: 'host', clock: systemClock, maxEvents: 1_000_000 });
  const ballast = join(dataDir, 'ballast');
  writeFileSync(ballast, Buffer.alloc(300 * 1024));
  const recorded: string[] = [];
  const fill = () => {
    for (;;) recorded.push(outbox.record(event));
  };
  expect(fill).toThrow(/^cannot write to the outbox: the disk of the agent’s store in .* is full; free disk space/);
  for (let lost = 0; lost < 5; lost++) expect(() => outbox.record(sample)).toThrow(OutboxWriteError);
  expect(outbox.nextBatch(1_000_000).map(({ id }) => id)).toEqual(recorded);
  expect(outbox.counts()).toMatchObject({ events: recorded.length, samples: 0, dropped: { [sampleKind]: 5 } });

  rmSync(ballast);
  recorded.push(outbox.record(event));
  expect(outbox.nextBatch(1_000_000).map(({ id }) => id)).toEqual(recorded);
  outbox.acknowledge(recorded);
  const [report, ...others] = outbox.nextBatch(10);
  expect(report).toMatchObject({ kind: 'outbox.dropped', data: { counts: { [sampleKind]: 5 } } });
  expect(others).toEqual([]);
  outbox.acknowledge([report?.id ?? '']);
  expect(outbox.counts()).toEqual({ events: 0, samples: 0, oldestAt: null, dropped: {} });
  database.close();
});
