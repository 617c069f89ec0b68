import { beforeEach, expect, onTestFinished, test } from 'vitest';
import type { NewEvent } from '../../../src/agent/outbox/event.ts';
import { Outbox, OutboxWriteError } from '../../../src/agent/outbox/outbox.ts';
import { sampleBatch } from '../../../src/agent/outbox/sample-batch.ts';
import type { Store } from '../../../src/agent/store/database.ts';
import { type EventKind, sampleKind } from '../../../src/contract/events.ts';
import { systemClock } from '../../../src/timing/clock.ts';
import { testPulse } from '../../harness/test-deps.ts';
import { VirtualClock } from '../../harness/virtual-clock.ts';
import { testStore } from '../test-store.ts';

let database: Store;

beforeEach(() => {
  database = testStore().database;
});

/** Opens the store again, as after a restart of the agent. */
function reopen(): void {
  database.close();
  database.open();
}

const outboxOf = (maxEvents = 1000, executorName = 'host') =>
  new Outbox({ database, executorName, clock: systemClock, maxEvents });

const event = (message: string, more: { kind?: EventKind; nodeId?: string; data?: unknown } = {}) =>
  ({ ...{ level: 'info', kind: 'node.started', nodeId: null, message }, ...more }) as NewEvent;
/** Records this many events, or samples of a node, named by their number. */
const recordMany = (outbox: Outbox, count: number, nodeId?: string) => {
  for (let at = 0; at < count; at++) outbox.record(nodeId === undefined ? event(`${at}`) : sample(nodeId, `${at}`));
};
const sample = (nodeId: string, message: string): NewEvent => event(message, { kind: sampleKind, nodeId });
const messages = (outbox: Outbox) => outbox.nextBatch(10_000).map(({ message }) => message);
const idsOf = (outbox: Outbox) => outbox.nextBatch(10_000).map(({ id }) => id);

/** Runs `work` in a transaction that is rolled back. */
function undo(work: () => void): void {
  const failing = () =>
    database.transaction(() => {
      work();
      throw new Error('the step failed');
    });
  expect(failing).toThrow('the step failed');
}

/** Returns whether a waiting sender would be woken now. */
const isNotified = (outbox: Outbox) => outbox.recorded.wait(0, new AbortController().signal);

test('invariant 6: a recorded event outlives a closed store, under its current name', () => {
  const before = new Date().toISOString();
  const id = outboxOf().record(event('first', { nodeId: 'n', data: { a: 1 } }));
  outboxOf().record(event('second'));
  reopen();
  const outbox = outboxOf();
  expect(messages(outbox)).toEqual(['first', 'second']);
  const [first] = outbox.nextBatch(1);
  expect(first).toMatchObject({ id, executorName: 'host', nodeId: 'n', data: { a: 1 } });
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-/);
  expect(first?.at && first.at >= before).toBe(true);
  expect(outboxOf(10, 'renamed').nextBatch(1)[0]?.executorName).toBe('renamed');
});

test('an acknowledged event leaves in one transaction with the record of a report', () => {
  const outbox = outboxOf();
  const [first = '', second = ''] = ['first', 'second', 'third'].map((message) => outbox.record(event(message)));
  outbox.acknowledge([first, 'of no event']);
  outbox.acknowledge([second], [event('about the second')]);
  expect(messages(outbox)).toEqual(['third', 'about the second']);
  expect(outbox.counts()).toMatchObject({ events: 2, samples: 0 });
});

test('any database can store a recorded event: invalid characters are replaced', () => {
  const outbox = outboxOf();
  const kept = '\\u0000 and \\ud800 as text 🧱';
  outbox.record(event(`cut: ${kept} \ud83d`, { data: { words: ['\0end', kept] } }));
  const [first] = outbox.nextBatch(1);
  expect(first).toMatchObject({ message: `cut: ${kept} \ufffd`, data: { words: ['\ufffdend', kept] } });
});

test('an event rolls back with its transaction; the sender wakes after the commit', async () => {
  const outbox = outboxOf();
  outbox.record(event('alone'));
  expect(await isNotified(outbox)).toBe(true);
  undo(() => outbox.record(event('undone')));
  expect(await isNotified(outbox)).toBe(false);
  database.transaction(() => database.transaction(() => outbox.record(event('committed'))));
  expect(await isNotified(outbox)).toBe(true);
  expect(messages(outbox)).toEqual(['alone', 'committed']);
  expect(outbox.counts()).toMatchObject({ events: 2, samples: 0 });
});

test('a rolled-back transaction drops no event and reports no drop', () => {
  const outbox = outboxOf(100);
  recordMany(outbox, 100);
  const ids = idsOf(outbox);
  undo(() => outbox.record(event('one too many')));
  expect(idsOf(outbox)).toEqual(ids);
  expect(outbox.counts()).toEqual(expect.objectContaining({ events: 100, dropped: {} }));
  outbox.acknowledge(ids);
  expect(messages(outbox)).toEqual([]);
});

test('events of an undone transaction do not count against the bound', () => {
  const outbox = outboxOf(100);
  recordMany(outbox, 50);
  const [first = ''] = idsOf(outbox);
  undo(() => recordMany(outbox, 45));
  undo(() => recordMany(outbox, 3, 'n'));
  // The samples are lost.
  expect(outbox.counts()).toMatchObject({ samples: 0, dropped: { [sampleKind]: 3 } });
  database.prepare('INSERT INTO outbox_dropped (kind, count) VALUES (?, ?)').run(sampleKind, 7);
  // There is space, so the count of dropped entries is reported now.
  outbox.acknowledge([first]);
  const report = { kind: 'outbox.dropped', data: { counts: { [sampleKind]: 10 } } };
  expect(outbox.nextBatch(100).at(-1)).toMatchObject(report);
});

test('a rolled-back acknowledgement keeps the events and reports later drops', () => {
  const outbox = outboxOf(100);
  recordMany(outbox, 101);
  const ids = idsOf(outbox);
  const { dropped } = outbox.counts();
  undo(() => outbox.acknowledge(ids));
  expect(idsOf(outbox)).toEqual(ids);
  expect(outbox.counts()).toMatchObject({ events: ids.length, dropped });
  outbox.acknowledge(ids);
  expect(outbox.nextBatch(10)).toMatchObject([{ kind: 'outbox.dropped', data: { counts: dropped } }]);
});

test('a caller that catches a failed recording continues with a correct count', () => {
  const outbox = outboxOf();
  database.transaction(() => {
    outbox.record(event('first'));
    // No JSON can hold it.
    expect(() => outbox.record(event('second', { data: 1n }))).toThrow(OutboxWriteError);
    outbox.record(event('third'));
  });
  expect(messages(outbox)).toEqual(['first', 'third']);
  expect(outbox.counts().events).toBe(2);
});

test('invariant 6: thins samples before any event, and keeps each node’s newest', () => {
  const outbox = outboxOf(100);
  for (let at = 0; at < 30; at++) outbox.record(event(`event ${at}`));
  outbox.record(sample('quiet', 'quiet 0'));
  for (let at = 0; at < 500; at++) outbox.record(sample('busy', `busy ${at}`));
  const kept = messages(outbox);
  expect(kept.filter((message) => message.startsWith('event'))).toHaveLength(30);
  expect(kept).toContain('quiet 0');
  expect(kept).toContain('busy 499');
  expect(kept.length).toBeLessThanOrEqual(100);
  const busy = kept.filter((message) => message.startsWith('busy'));
  expect(outbox.counts()).toMatchObject({ events: 30, dropped: { [sampleKind]: 500 - busy.length } });
});

test('invariant 6: drops every second of the oldest samples, then the oldest events', () => {
  const outbox = outboxOf(100);
  recordMany(outbox, 101, 'n');
  const kept = messages(outbox).map(Number);
  expect(kept.slice(0, 12)).toEqual([1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 22]);
  expect(kept.at(-1)).toBe(100);
  outbox.acknowledge(idsOf(outbox));
  outbox.acknowledge(idsOf(outbox));
  recordMany(outbox, 250);
  const events = messages(outbox).map(Number);
  expect(events).toEqual(events.map((_, index) => 250 - events.length + index));
  expect(outbox.counts().dropped).toEqual({ 'node.started': 250 - events.length });
});

test('invariant 6: counts drops across restarts and reports them exactly once', () => {
  for (let at = 0; at < 250; at++) outboxOf(100).record(at % 2 === 0 ? event(`${at}`) : sample('n', `${at}`));
  reopen();
  const outbox = outboxOf(100);
  const all: string[] = [];
  const reports: unknown[] = [];
  for (let round = 0; round < 100; round++) {
    const batch = outbox.nextBatch(7);
    for (const { kind, data, message } of batch) {
      if (kind === 'outbox.dropped') reports.push(data);
      else all.push(message);
    }
    outbox.acknowledge(batch.map(({ id }) => id));
  }
  expect(reports).toHaveLength(1);
  const { counts } = reports[0] as { counts: Record<string, number> };
  expect(all.length + Object.values(counts).reduce((sum, count) => sum + count)).toBe(250);
  expect(new Set(all).size).toBe(all.length);
  expect(outboxOf(100).counts()).toMatchObject({ events: 0, samples: 0, dropped: {} });
});

const start = Date.UTC(2026, 0, 1);
const batching = () => {
  const clock = new VirtualClock(start);
  const outbox = new Outbox({ database, executorName: 'host', clock, maxEvents: 1000 });
  const failures: unknown[] = [];
  const ending = new AbortController();
  const onFailure = (error: unknown) => failures.push(error);
  const batch = sampleBatch({ outbox, sampleIntervalSeconds: 30, onFailure, pulse: testPulse(), clock });
  const running = batch.run(ending.signal);
  const end = () => {
    ending.abort();
    return running;
  };
  onTestFinished(end);
  const pass = (ms: number) => clock.passUntil(clock.elapsed() + ms);
  return { outbox, failures, end, pass, add: (nodeId: string) => batch.add(sample(nodeId, 'height 1')) };
};

test('batches samples for seconds, each with its time, and writes the rest at the end', async () => {
  const { outbox, add, pass, end } = batching();
  let writes = 0;
  const recordSamples = outbox.recordSamples.bind(outbox);
  outbox.recordSamples = (samples) => {
    writes++;
    recordSamples(samples);
  };
  add('a');
  await pass(2000);
  add('b');
  expect(outbox.counts().samples).toBe(0);
  await pass(3000);
  const written = outbox.nextBatch(10).map(({ nodeId, at }) => [nodeId, Date.parse(at) - start]);
  expect(written).toEqual(Object.entries({ a: 0, b: 2000 }));
  await pass(60_000);
  expect(writes).toBe(1);
  add('a');
  await end();
  expect(outbox.counts().samples).toBe(3);
});

test('counts samples that cannot be written as dropped, and writes later ones', async () => {
  const { outbox, add, pass, failures } = batching();
  database.exec("CREATE TRIGGER no_room BEFORE INSERT ON outbox BEGIN SELECT RAISE(ABORT, 'no'); END");
  add('a');
  add('b');
  await pass(5000);
  expect(failures).toHaveLength(1);
  expect(outbox.counts()).toMatchObject({ samples: 0, dropped: { [sampleKind]: 2 } });
  database.exec('DROP TRIGGER no_room');
  add('a');
  await pass(5000);
  expect(outbox.counts().samples).toBe(1);
});
