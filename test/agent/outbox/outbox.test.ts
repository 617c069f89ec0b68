import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { NewEvent } from '../../../src/agent/outbox/event.ts';
import { Outbox, OutboxWriteError } from '../../../src/agent/outbox/outbox.ts';
import { openStore, transaction } from '../../../src/agent/store/database.ts';
import { sampleKind } from '../../../src/contract/event-kinds.ts';
import { systemClock } from '../../../src/timing/clock.ts';

let dataDir: string;
let database: DatabaseSync;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'satrap-outbox-'));
  database = openStore(dataDir);
});

afterEach(() => {
  if (database.isOpen) database.close();
  rmSync(dataDir, { recursive: true });
});

const outboxOf = (maxEvents = 1000, onRecorded?: () => void) =>
  new Outbox({ database, executorName: 'host', clock: systemClock, maxEvents, onRecorded });

const event = (message: string, more: Partial<NewEvent> = {}): NewEvent => ({
  level: 'info',
  kind: 'node.started',
  nodeId: null,
  message,
  ...more,
});
const sample = (nodeId: string, message: string): NewEvent => event(message, { kind: sampleKind, nodeId });
const messages = (outbox: Outbox) => outbox.nextBatch(10_000).map(({ message }) => message);
const idsOf = (outbox: Outbox) => outbox.nextBatch(10_000).map(({ id }) => id);

describe('what is recorded', () => {
  test('invariant 6: is there again after the store was closed, oldest first, with id, time and executor', () => {
    const before = new Date().toISOString();
    const id = outboxOf().record(event('first', { nodeId: 'n', data: { a: 1 } }));
    outboxOf().recordAll([event('second'), event('third')]);
    database.close();
    database = openStore(dataDir);
    const outbox = outboxOf();
    expect(messages(outbox)).toEqual(['first', 'second', 'third']);
    const [first] = outbox.nextBatch(1);
    expect(first).toMatchObject({ id, executorName: 'host', nodeId: 'n', data: { a: 1 } });
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-/);
    expect(first?.at && first.at >= before).toBe(true);
  });

  test('is recorded once under one id, however often', () => {
    const outbox = outboxOf();
    const id = outbox.record(event('once'));
    outbox.record(event('once'), id);
    outboxOf().record(event('once'), id);
    expect(messages(outbox)).toEqual(['once']);
  });

  test('shares the fate of the caller’s transaction', () => {
    const outbox = outboxOf();
    const failing = () =>
      transaction(database, () => {
        outbox.record(event('undone'));
        throw new Error('the act did not happen');
      });
    expect(failing).toThrow('the act did not happen');
    transaction(database, () => outbox.record(event('done')));
    expect(messages(outbox)).toEqual(['done']);
    expect(outbox.counts()).toMatchObject({ events: 1, samples: 0 });
  });

  test('wakes whoever sends it, after it is on disk', () => {
    const seen: number[] = [];
    const outbox: Outbox = outboxOf(1000, () => seen.push(outbox.counts().events));
    outbox.record(event('one'));
    outbox.recordAll([event('two'), event('three')]);
    expect(seen).toEqual([1, 3]);
  });

  test('goes when it is acknowledged, together with what there is to say about it', () => {
    const outbox = outboxOf();
    const [first = '', second = ''] = outbox.recordAll([event('first'), event('second'), event('third')]);
    outbox.acknowledge([first, 'of nobody']);
    outbox.acknowledge([second], [event('about the second')]);
    expect(messages(outbox)).toEqual(['third', 'about the second']);
  });

  test('can be stored by any database: half characters and U+0000 are replaced, all else is kept', () => {
    const outbox = outboxOf();
    outbox.record(event('cut: \ud83d', { data: { words: ['\0end', '\\u0000 and \\ud800 as text', '🧱'] } }));
    outbox.record(event('whole: \\u0000 🧱'));
    const [first, second] = outbox.nextBatch(2);
    expect(first).toMatchObject({
      message: 'cut: \ufffd',
      data: { words: ['\ufffdend', '\\u0000 and \\ud800 as text', '🧱'] },
    });
    expect(second?.message).toBe('whole: \\u0000 🧱');
  });
});

describe('invariant 6: at the bound', () => {
  test('samples are thinned before any event goes, and the newest of each node stays', () => {
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

  test('the oldest samples lose every second one, so that a long time away keeps its shape', () => {
    const outbox = outboxOf(100);
    for (let at = 0; at <= 100; at++) outbox.record(sample('n', String(at)));
    const kept = messages(outbox).map(Number);
    expect(kept.slice(0, 12)).toEqual([1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 22]);
    expect(kept.at(-1)).toBe(100);
  });

  test('then the oldest events go', () => {
    const outbox = outboxOf(100);
    for (let at = 0; at < 250; at++) outbox.record(event(String(at)));
    const kept = messages(outbox).map(Number);
    expect(kept.at(-1)).toBe(249);
    expect(kept).toEqual(kept.map((_, index) => 250 - kept.length + index));
    expect(outbox.counts().dropped).toEqual({ 'node.started': 250 - kept.length });
  });

  test('what was dropped is counted across restarts, and reported exactly once when there is room again', () => {
    for (let at = 0; at < 250; at++) outboxOf(100).record(at % 2 === 0 ? event(`${at}`) : sample('n', `${at}`));
    database.close();
    database = openStore(dataDir);
    const outbox = outboxOf(100);
    const all: string[] = [];
    const reports: unknown[] = [];
    for (let round = 0; round < 100; round++) {
      const batch = outbox.nextBatch(7);
      for (const one of batch) {
        if (one.kind === 'outbox.dropped') reports.push(one.data);
        else all.push(one.message);
      }
      outbox.acknowledge(batch.map(({ id }) => id));
    }
    expect(reports).toHaveLength(1);
    const { counts } = reports[0] as { counts: Record<string, number> };
    expect(all.length + Object.values(counts).reduce((sum, count) => sum + count)).toBe(250);
    expect(new Set(all).size).toBe(all.length);
    expect(outboxOf(100).counts()).toMatchObject({ events: 0, samples: 0, dropped: {} });
  });

  test('a transaction that fails drops nothing and counts nothing', () => {
    const outbox = outboxOf(100);
    for (let at = 0; at < 100; at++) outbox.record(event(String(at)));
    const before = idsOf(outbox);
    const failing = () =>
      transaction(database, () => {
        outbox.record(event('one too many'));
        throw new Error('no');
      });
    expect(failing).toThrow('no');
    expect(idsOf(outbox)).toEqual(before);
    expect(outbox.counts().dropped).toEqual({});
  });

  test('a store that cannot be written says so with its own kind of error', () => {
    const outbox = outboxOf();
    database.exec('PRAGMA query_only=ON');
    expect(() => outbox.record(event('lost'))).toThrow(OutboxWriteError);
    database.exec('PRAGMA query_only=OFF');
    outbox.record(event('kept'));
    expect(messages(outbox)).toEqual(['kept']);
  });
});
