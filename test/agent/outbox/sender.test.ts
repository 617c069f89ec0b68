import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { ControlPlaneError } from '../../../src/agent/control-plane/call-error.ts';
import { ControlPlaneClient } from '../../../src/agent/control-plane/client.ts';
import type { NewEvent } from '../../../src/agent/outbox/event.ts';
import { Outbox } from '../../../src/agent/outbox/outbox.ts';
import { type SendEvents, Sender } from '../../../src/agent/outbox/sender.ts';
import type { Store } from '../../../src/agent/store/database.ts';
import { systemClock } from '../../../src/timing/clock.ts';
import { answering, FaultyControlPlane } from '../../harness/faulty-control-plane.ts';
import { hastyClock } from '../../harness/hasty-clock.ts';
import { type LogLine, listeningLog } from '../../harness/listening-log.ts';
import { testPulse } from '../../harness/test-deps.ts';
import { until } from '../../harness/until.ts';
import { VirtualClock } from '../../harness/virtual-clock.ts';
import { testStore } from '../test-store.ts';

let database: Store;
let outbox: Outbox;
let lines: LogLine[];
let ending: AbortController;
let running: Promise<void>;

beforeEach(() => {
  database = testStore().database;
  outbox = new Outbox({ database, executorName: 'host', clock: systemClock, maxEvents: 10_000 });
  lines = [];
  ending = new AbortController();
  running = Promise.resolve();
  onTestFinished(() => {
    ending.abort();
    return running;
  });
});

const event = (message: string): NewEvent => ({ level: 'info', kind: 'node.started', nodeId: null, message });
const record = (...messages: string[]) =>
  database.transaction(() => messages.map((message) => outbox.record(event(message))));
const numbered = (count: number) => Array.from({ length: count }, (_, at) => String(at));
const empty = () => until('the outbox is empty', () => outbox.nextBatch(1).length === 0, undefined, 5);

function senderOf(send: SendEvents, sleeps: number[] = [], factor = 50): Sender {
  const listening = listeningLog();
  lines = listening.lines;
  return new Sender({ outbox, send, pulse: testPulse(), clock: hastyClock(factor, sleeps), log: listening.log });
}

/** Starts a sender, whose control plane is known to answer. */
function run(...options: Parameters<typeof senderOf>): Sender {
  const sender = senderOf(...options);
  running = sender.run(ending.signal);
  sender.reachable();
  return sender;
}

describe('over HTTP', () => {
  let controlPlane: FaultyControlPlane;
  let client: ControlPlaneClient;
  beforeEach(async () => {
    controlPlane = await FaultyControlPlane.start();
    client = new ControlPlaneClient({ url: controlPlane.url, apiKey: controlPlane.apiKey });
    onTestFinished(() => controlPlane.close());
  });
  const messages = () => controlPlane.events.map(({ message }) => message);
  const runOverHttp = () => run((events, signal) => client.reportEvents(events, signal));

  test('the sender sends events in order, in batches of at most 100, one batch at a time', async () => {
    record(...numbered(250));
    runOverHttp();
    await empty();
    expect(messages()).toEqual(numbered(250));
    expect(controlPlane.batches).toEqual([100, 100, 50]);
    expect(controlPlane.mostAtOnce).toBe(1);
  });

  const answered = (body: object, status = 200) => answering(status, 'application/json', JSON.stringify(body));
  const error = (code: string) => ({ errors: [{ message: 'no', extensions: { code } }] });
  const faults = {
    'HTTP 500': answered(error('internal_error'), 500),
    'fewer than were sent': answered({ data: { reportRuntimeEvents: { accepted: 1, rejected: [] } } }),
    'that it does not know the query': answered(error('GRAPHQL_VALIDATION_FAILED')),
    'that it does not accept the key': answered(error('unauthenticated'), 401),
  };

  test('invariant 6: loses no event while the control plane is away or answers nonsense', async () => {
    await controlPlane.close();
    record(...numbered(120));
    const sender = runOverHttp();
    await controlPlane.listen();
    sender.reachable();
    await empty();
    expect(messages()).toEqual(numbered(120));
    expect(lines.filter(({ level }) => level > 30)).toEqual([]);
    for (const [name, fault] of Object.entries(faults)) {
      let answers = 0;
      controlPlane.fault = (request, response) => {
        answers++;
        return fault(request, response);
      };
      record(name, name);
      await until(`it was tried twice: ${name}`, () => answers >= 2);
      expect(outbox.counts().events, name).toBe(2);
      controlPlane.fault = undefined;
      sender.reachable();
      await empty();
    }
    expect(messages().slice(120)).toEqual(Object.keys(faults).flatMap((name) => [name, name]));
  });

  test('invariant 6: sends events again under the same ids when an answer is lost', async () => {
    let lose = true;
    // Accepted but never acknowledged: the connection breaks before the answer.
    controlPlane.fault = (_request, response) => {
      if (lose) {
        const write = () => {
          response.destroy();
          return response;
        };
        Object.assign(response, { end: write, write });
      }
      lose = false;
      return false;
    };
    record(...numbered(3));
    runOverHttp();
    await empty();
    const ids = controlPlane.events.map(({ id }) => id);
    expect(ids).toHaveLength(6);
    expect(ids.slice(3)).toEqual(ids.slice(0, 3));
  });

  test('invariant 6: a rejected event does not block others, and is reported', async () => {
    const isOf = (id: string | undefined, { data }: { data?: unknown }) => (data as { id?: string } | null)?.id === id;
    const [, id, other] = record('before', 'poison', 'hemlock', 'behind');
    controlPlane.reject = (event) =>
      event.id === id ? 'message: is poison' : event.id === other || isOf(other, event) ? 'not today' : undefined;
    runOverHttp();
    await controlPlane.untilEvents(3);
    await empty();
    expect(messages().slice(0, 2)).toEqual(['before', 'behind']);
    expect(controlPlane.events.slice(2)).toMatchObject([
      {
        ...{ kind: 'outbox.rejected', level: 'error', data: { id, kind: 'node.started' } },
        message: 'The control plane rejected an event of kind node.started: message: is poison',
      },
    ]);
    expect(lines.filter(({ msg }) => msg.includes('rejected by the control plane'))).toHaveLength(3);
  });

  test('invariant 6: finds bad events in a refused batch, also when GraphQL refuses', async () => {
    controlPlane.refuse = (batch) =>
      batch.some(({ message }) => message.startsWith('poison')) ? 'input: holds poison' : undefined;
    record(...numbered(40), 'poison 1', ...numbered(30), 'poison 2');
    const wrong = { ...outbox.nextBatch(1)[0], id: 'wrong', level: 'bogus' };
    database.prepare('INSERT INTO outbox (id, sample, body) VALUES (?, 0, ?)').run(wrong.id, JSON.stringify(wrong));
    record(...numbered(20));
    runOverHttp();
    await controlPlane.untilEvents(93);
    await empty();
    expect(messages().slice(0, 90)).toEqual([...numbered(40), ...numbered(30), ...numbered(20)]);
    const reports = controlPlane.events.slice(90);
    expect(reports.map(({ data }) => (data as { id: string }).id)).toContain('wrong');
  });

  test('a batch that is too large for a proxy is halved until it fits', async () => {
    controlPlane.fault = (request, response) =>
      Number(request.headers['content-length']) > 4000 && answering(413, 'text/html', 'too large')(request, response);
    record(...numbered(100));
    runOverHttp();
    await controlPlane.untilEvents(100);
    await empty();
    expect(messages()).toEqual(numbered(100));
  });
});

test('the sender sends nothing before the control plane knows this executor', async () => {
  const sent: string[] = [];
  const sender = senderOf(async (events) => {
    sent.push(...events.map(({ message }) => message));
    return [];
  });
  record('early');
  running = sender.run(ending.signal);
  record('also early');
  expect(sent).toEqual([]);
  sender.reachable();
  await empty();
  expect(sent).toEqual(['early', 'also early']);
});

test('the first event is sent at once, and those in the next 100 ms together', async () => {
  const clock = new VirtualClock(0);
  const batches: string[][] = [];
  const send: SendEvents = async (events) => {
    batches.push(events.map(({ message }) => message));
    return [];
  };
  const sender = new Sender({ outbox, send, pulse: testPulse(), clock, log: listeningLog().log });
  running = sender.run(ending.signal);
  sender.reachable();
  for (const message of ['first', 'second', 'third']) {
    record(message);
    await clock.passUntil(clock.elapsed() + 30);
  }
  expect(batches).toEqual([['first']]);
  await clock.passUntil(1000);
  expect(batches).toEqual([['first'], ['second', 'third']]);
});

let isRefused: (message: string) => boolean;
let calls: number;
let accepted: string[];
const reason = 'the control plane rejected the values';
const runRefused = (refuses: typeof isRefused, sleeps?: number[]) => {
  isRefused = refuses;
  calls = 0;
  accepted = [];
  const send: SendEvents = async (events) => {
    calls++;
    if (events.some(({ message }) => isRefused(message)))
      throw new ControlPlaneError('refused', reason, 'invalid_input');
    accepted.push(...events.map(({ message }) => message));
    return [];
  };
  run(send, sleeps, 100_000);
};

test('invariant 6: when all is refused, an attempt is one request and loses no event', async () => {
  record(...numbered(250));
  const sleeps: number[] = [];
  runRefused(() => true, sleeps);
  // Each attempt sets one event aside: by now the sender has tried all of them, and started again.
  await until('everything was refused alone', () => calls > 300);
  // A hundred are halved down to one at the first attempt of each round.
  expect(calls - sleeps.length).toBeLessThan(20);
  expect(outbox.counts().events).toBe(250);
  isRefused = () => false;
  await empty();
  expect(accepted.toSorted()).toEqual(numbered(250).toSorted());
});

test('invariant 6: poisonous events do not block those behind them, and are reported', async () => {
  record(...numbered(3), ...numbered(120).map((at) => `poison ${at}`), 'behind');
  runRefused((message) => message.startsWith('poison'));
  await empty();
  expect(accepted.slice(0, 4)).toEqual([...numbered(3), 'behind']);
  const report = `The control plane rejected an event of kind node.started: ${reason}`;
  expect(accepted.slice(4)).toEqual(Array(120).fill(report));
});

test('invariant 6: a refused event stays while no other event was accepted', async () => {
  record('before', 'poison');
  runRefused((message) => message === 'poison');
  await until('it was refused again and again', () => calls > 20);
  expect(outbox.nextBatch(10).map(({ message }) => message)).toEqual(['poison']);
  record('behind');
  await empty();
  expect(accepted.slice(0, 2)).toEqual(['before', 'behind']);
});
