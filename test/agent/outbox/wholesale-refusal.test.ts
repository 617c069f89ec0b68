import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ControlPlaneError } from '../../../src/agent/control-plane/call-error.ts';
import { Outbox } from '../../../src/agent/outbox/outbox.ts';
import { type SendEvents, Sender } from '../../../src/agent/outbox/sender.ts';
import { openStore, type Store } from '../../../src/agent/store/database.ts';
import { hastyClock } from '../../harness/hasty-clock.ts';
import { listeningLog } from '../../harness/listening-log.ts';
import { testPulse } from '../../harness/test-deps.ts';
import { until } from '../../harness/until.ts';

const clock = hastyClock(100_000);
let dataDir: string;
let database: Store;
let outbox: Outbox;
let ending: AbortController;
let running: Promise<void>;
let isRefused: (message: string) => boolean;
let calls: number;
let accepted: string[];

const refused = () => new ControlPlaneError('refused', 'the control plane rejected the values', 'invalid_input');
const send: SendEvents = async (events) => {
  calls++;
  if (events.some(({ message }) => isRefused(message))) throw refused();
  accepted.push(...events.map(({ message }) => message));
  return [];
};

const outboxOf = (executorName: string) => new Outbox({ database, executorName, clock, maxEvents: 10_000 });

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'satrap-refusal-'));
  database = openStore(dataDir);
  outbox = outboxOf('host');
  calls = 0;
  accepted = [];
  ending = new AbortController();
});

afterEach(async () => {
  ending.abort();
  await running;
  database.close();
  rmSync(dataDir, { recursive: true });
});

function run(): void {
  const sender = new Sender({ outbox, send, pulse: testPulse(), clock, log: listeningLog().log });
  running = sender.run(ending.signal);
  sender.reachable();
}

const record = (messages: readonly string[]) =>
  database.transaction(() => {
    for (const message of messages) outbox.record({ level: 'info', kind: 'node.started', nodeId: null, message });
  });
const numbered = (count: number) => Array.from({ length: count }, (_, at) => String(at));
const isEmpty = () => outbox.nextBatch(1).length === 0;

describe('a control plane that refuses everything', () => {
  test('invariant 6: a control plane that refuses everything loses no event, and gets all of them once it works again', async () => {
    isRefused = () => true;
    const all = numbered(250);
    record(all);
    run();
    // Each attempt sets one event aside: by now the sender has tried all of them, and started again.
    await until('everything was refused alone', () => calls > 300);
    expect(outbox.counts().events).toBe(250);
    isRefused = () => false;
    await until('the outbox is empty', isEmpty);
    expect(accepted.toSorted()).toEqual(all.toSorted());
  });

  test('a control plane that refuses everything gets one request per attempt, however many events wait', async () => {
    isRefused = () => true;
    record(numbered(250));
    const sleeps: number[] = [];
    const sender = new Sender({
      outbox,
      send,
      pulse: testPulse(),
      clock: hastyClock(100_000, sleeps),
      log: listeningLog().log,
    });
    running = sender.run(ending.signal);
    sender.reachable();
    await until('it was tried again and again', () => calls > 50);
    // The first attempt halves a hundred down to one.
    expect(calls - sleeps.length).toBeLessThan(10);
  });
});

describe('poisonous events', () => {
  test('invariant 6: poisonous events do not hold up those behind them, however many there are, and are reported', async () => {
    isRefused = (message) => message.startsWith('poison');
    record([...numbered(3), ...numbered(120).map((at) => `poison ${at}`), 'behind']);
    run();
    await until('the outbox is empty', isEmpty);
    expect(accepted.slice(0, 4)).toEqual([...numbered(3), 'behind']);
    const reports = accepted.slice(4);
    expect(reports).toHaveLength(120);
    expect(new Set(reports)).toEqual(
      new Set(['The control plane rejected an event of kind node.started: the control plane rejected the values']),
    );
  });

  test('invariant 6: a refused event stays while no other event was accepted, because the control plane may be at fault', async () => {
    isRefused = (message) => message === 'poison';
    record(['before', 'poison']);
    run();
    await until('it was refused again and again', () => calls > 20);
    expect(outbox.nextBatch(10).map(({ message }) => message)).toEqual(['poison']);
    record(['behind']);
    await until('the outbox is empty', isEmpty);
    expect(accepted.slice(0, 2)).toEqual(['before', 'behind']);
  });
});

test('an event recorded under a former name of the executor is sent under its present name', () => {
  record(['before']);
  expect(outboxOf('renamed').nextBatch(1)[0]?.executorName).toBe('renamed');
});
