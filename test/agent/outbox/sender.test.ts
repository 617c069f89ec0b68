import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ControlPlaneClient } from '../../../src/agent/control-plane/client.ts';
import type { NewEvent } from '../../../src/agent/outbox/event.ts';
import { Outbox } from '../../../src/agent/outbox/outbox.ts';
import { Sender } from '../../../src/agent/outbox/sender.ts';
import { openStore, type Store } from '../../../src/agent/store/database.ts';
import { systemClock } from '../../../src/timing/clock.ts';
import { answering, FaultyControlPlane } from '../../harness/faulty-control-plane.ts';
import { type LogLine, listeningLog } from '../../harness/listening-log.ts';
import { testPulse } from '../../harness/test-deps.ts';
import { until } from '../../harness/until.ts';

let dataDir: string;
let database: Store;
let controlPlane: FaultyControlPlane;
let outbox: Outbox;
let sender: Sender;
let lines: LogLine[];
let ending: AbortController;
let running: Promise<void>;

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'satrap-sender-'));
  database = openStore(dataDir);
  controlPlane = await FaultyControlPlane.start();
  const client = new ControlPlaneClient({ url: controlPlane.url, apiKey: controlPlane.apiKey });
  const listening = listeningLog();
  lines = listening.lines;
  outbox = new Outbox({
    database,
    executorName: 'host',
    clock: systemClock,
    maxEvents: 10_000,
  });
  sender = new Sender({
    outbox,
    send: (events, signal) => client.reportEvents(events, signal),
    pulse: testPulse(),
    clock: systemClock,
    log: listening.log,
  });
  ending = new AbortController();
  running = Promise.resolve();
});

afterEach(async () => {
  ending.abort();
  await running;
  await controlPlane.close();
  database.close();
  rmSync(dataDir, { recursive: true });
});

const event = (message: string, more: Partial<NewEvent> = {}): NewEvent => ({
  level: 'info',
  kind: 'node.started',
  nodeId: null,
  message,
  ...more,
});
const recordAll = (events: readonly NewEvent[]) =>
  database.transaction(() => events.map((recorded) => outbox.record(recorded)));
const numbered = (count: number) => Array.from({ length: count }, (_, at) => event(String(at)));
const messages = () => controlPlane.events.map(({ message }) => message);
const empty = () => until('the outbox is empty', () => outbox.nextBatch(1).length === 0);

function run(): void {
  running = sender.run(ending.signal);
  sender.reachable();
}

describe('the sender', () => {
  test('the sender sends events in order, in batches of at most 100, one batch at a time', async () => {
    recordAll(numbered(250));
    run();
    await empty();
    expect(messages()).toEqual(numbered(250).map(({ message }) => message));
    expect(controlPlane.batches).toEqual([100, 100, 50]);
    expect(controlPlane.mostAtOnce).toBe(1);
  });

  test('the sender sends nothing before the control plane knows this executor', async () => {
    outbox.record(event('early'));
    running = sender.run(ending.signal);
    outbox.record(event('also early'));
    expect(controlPlane.batches).toEqual([]);
    sender.reachable();
    await empty();
    expect(messages()).toEqual(['early', 'also early']);
  });

  test('the sender sends an event within a few milliseconds of its record', async () => {
    run();
    outbox.record(event('to warm up'));
    await empty();
    const taken: number[] = [];
    for (let round = 0; round < 20; round++) {
      const begun = performance.now();
      const { promise, resolve } = Promise.withResolvers<void>();
      controlPlane.reject = () => {
        resolve();
        return undefined;
      };
      outbox.record(event('now'));
      await promise;
      taken.push(performance.now() - begun);
      await empty();
    }
    const median = taken.toSorted((a, b) => a - b)[10] ?? Number.POSITIVE_INFINITY;
    expect(median).toBeLessThan(1000);
  });

  test('the sender ends at once while it waits for an answer', async () => {
    controlPlane.fault = () => true;
    outbox.record(event('unanswered'));
    run();
    await until('the call is under way', () => controlPlane.mostAtOnce === 1);
    const begun = performance.now();
    ending.abort();
    await running;
    expect(performance.now() - begun).toBeLessThan(5000);
    expect(outbox.counts().events).toBe(1);
  });
});

describe('a control plane that fails', () => {
  const faults = {
    'HTTP 500': answering(500, 'application/json', '{"errors":[{"message":"down"}]}'),
    HTML: answering(200, 'text/html', '<html>a proxy speaks</html>'),
    'half an answer': answering(200, 'application/json', '{"data":{"reportRuntimeEv'),
    'a null': answering(200, 'application/json', '{"data":{"reportRuntimeEvents":null}}'),
    'fewer than were sent': answering(
      200,
      'application/json',
      '{"data":{"reportRuntimeEvents":{"accepted":1,"rejected":[]}}}',
    ),
    'a rejection without its fields': answering(
      200,
      'application/json',
      '{"data":{"reportRuntimeEvents":{"accepted":1,"rejected":[null]}}}',
    ),
    'that it does not know the query': answering(
      200,
      'application/json',
      '{"errors":[{"message":"Cannot query field","extensions":{"code":"GRAPHQL_VALIDATION_FAILED"}}]}',
    ),
    'that it does not accept the key': answering(
      401,
      'application/json',
      '{"errors":[{"message":"no","extensions":{"code":"Unauthenticated"}}]}',
    ),
  };

  test.each(Object.entries(faults))(
    'invariant 6: no event is lost when the control plane answers %s for a while',
    async (_name, fault) => {
      let answers = 0;
      controlPlane.fault = (request, response) => {
        answers++;
        return fault(request, response);
      };
      recordAll(numbered(3));
      run();
      await until('it was tried twice', () => answers >= 2);
      expect(outbox.counts().events).toBe(3);
      controlPlane.fault = undefined;
      sender.reachable();
      await empty();
      expect(messages()).toEqual(['0', '1', '2']);
    },
  );

  test('invariant 6: events whose answer is lost on its way are sent again under the same ids', async () => {
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
    recordAll(numbered(3));
    run();
    await empty();
    const ids = controlPlane.events.map(({ id }) => id);
    expect(ids).toHaveLength(6);
    expect(ids.slice(3)).toEqual(ids.slice(0, 3));
  });

  test('invariant 6: no event is lost when nothing listens for a while', async () => {
    await controlPlane.close();
    recordAll(numbered(120));
    run();
    await controlPlane.listen();
    sender.reachable();
    await empty();
    expect(messages()).toHaveLength(120);
    expect(lines.filter(({ level }) => level > 30)).toEqual([]);
  });
});

describe('an event that the control plane rejects', () => {
  const poison = event('poison');

  test('invariant 6: an event that the answer rejects does not hold up the others, and is reported', async () => {
    controlPlane.reject = ({ message }) => (message === 'poison' ? 'message: is poison' : undefined);
    const [, id] = recordAll([event('before'), poison, event('behind')]);
    run();
    await controlPlane.untilEvents(3);
    await empty();
    expect(messages().slice(0, 2)).toEqual(['before', 'behind']);
    expect(controlPlane.events[2]).toMatchObject({
      kind: 'outbox.rejected',
      level: 'error',
      message: 'The control plane rejected an event of kind node.started: message: is poison',
      data: { id, kind: 'node.started' },
    });
    expect(lines.filter(({ msg }) => msg.includes('rejected by the control plane'))).toHaveLength(1);
  });

  test('invariant 6: several bad events are found in a batch that is refused as a whole', async () => {
    controlPlane.refuse = (batch) =>
      batch.some(({ message }) => message.startsWith('poison')) ? 'input: holds poison' : undefined;
    recordAll([...numbered(40), event('poison 1'), ...numbered(30), event('poison 2'), ...numbered(20)]);
    run();
    await controlPlane.untilEvents(92);
    await empty();
    expect(messages().slice(0, 90)).toEqual([...numbered(40), ...numbered(30), ...numbered(20)].map((e) => e.message));
    expect(controlPlane.events.slice(90).map(({ kind }) => kind)).toEqual(['outbox.rejected', 'outbox.rejected']);
  });

  test('invariant 6: a bad event is found when GraphQL itself refuses its values', async () => {
    recordAll([event('before'), event('behind')]);
    const wrong = { ...outbox.nextBatch(1)[0], id: 'wrong', level: 'bogus' };
    database.prepare('INSERT INTO outbox (id, sample, body) VALUES (?, 0, ?)').run(wrong.id, JSON.stringify(wrong));
    outbox.record(event('later'));
    run();
    await controlPlane.untilEvents(4);
    await empty();
    expect(messages().slice(0, 3)).toEqual(['before', 'behind', 'later']);
    expect(controlPlane.events[3]).toMatchObject({ kind: 'outbox.rejected', data: { id: 'wrong' } });
  });

  test('the report of a rejected event is not reported again when it is rejected itself', async () => {
    controlPlane.reject = ({ message }) => (message === 'behind' ? undefined : 'not today');
    outbox.record(poison);
    run();
    await until(
      'both were refused',
      () => lines.filter(({ msg }) => msg.includes('rejected by the control plane')).length === 2,
    );
    await empty();
    outbox.record(event('behind'));
    await controlPlane.untilEvents(1);
    expect(messages()).toEqual(['behind']);
  });

  test('a batch that is too large for a proxy is halved until it fits', async () => {
    controlPlane.fault = (request, response) =>
      Number(request.headers['content-length']) > 4000 && answering(413, 'text/html', 'too large')(request, response);
    recordAll(numbered(100));
    run();
    await controlPlane.untilEvents(100);
    await empty();
    expect(messages()).toEqual(numbered(100).map(({ message }) => message));
  });
});
