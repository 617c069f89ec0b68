import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ControlPlaneClient } from '../../../src/agent/control-plane/client.ts';
import type { SyncAnswer } from '../../../src/agent/control-plane/sync-answer.ts';
import { RefusedAnswer } from '../../../src/agent/desired/refused-answer.ts';
import { ExecutorLease } from '../../../src/agent/sync/executor-lease.ts';
import { Heartbeat } from '../../../src/agent/sync/heartbeat.ts';
import { type Clock, systemClock } from '../../../src/timing/clock.ts';
import { answering, type Fault, FaultyControlPlane } from '../../harness/faulty-control-plane.ts';
import { hastyClock } from '../../harness/hasty-clock.ts';
import { type LogLine, listeningLog } from '../../harness/listening-log.ts';
import { until } from '../../harness/until.ts';
import { describedHost } from './described-host.ts';

let controlPlane: FaultyControlPlane;
let clock: Clock;
let heartbeat: Heartbeat;
let lines: LogLine[];
let accepted: SyncAnswer[];
let tries: number;
let accept: (answer: SyncAnswer) => void;
let ending: AbortController;
let running: Promise<void>;

beforeEach(async () => {
  controlPlane = await FaultyControlPlane.start();
  const client = new ControlPlaneClient({ url: controlPlane.url, apiKey: controlPlane.apiKey, timeoutSeconds: 0.5 });
  const heard = listeningLog();
  lines = heard.lines;
  clock = systemClock;
  accepted = [];
  tries = 0;
  accept = (answer) => accepted.push(answer);
  heartbeat = new Heartbeat({
    describe: async () => {
      tries++;
      return describedHost;
    },
    sync: (input, signal) => client.sync(input, signal),
    accept: (answer) => accept(answer),
    lease: new ExecutorLease(),
    clock: { now: () => clock.now(), elapsed: () => clock.elapsed(), sleep: (ms, signal) => clock.sleep(ms, signal) },
    log: heard.log,
  });
  ending = new AbortController();
  running = Promise.resolve();
});

afterEach(async () => {
  ending.abort();
  await running;
  await controlPlane.close();
});

const run = () => {
  running = heartbeat.run(ending.signal);
};
const untilAccepted = (count: number, withinMs?: number) =>
  until(`${count} answers were accepted`, () => accepted.length >= count, withinMs);
const untilTries = (count: number) => until(`${count} tries were made`, () => tries >= count);

describe('the heartbeat', () => {
  test('goes out at once, and then at the interval that the control plane names', async () => {
    const begun = performance.now();
    run();
    await untilAccepted(1);
    await untilAccepted(3);
    const taken = performance.now() - begun;
    // Two intervals of a second, of which jitter takes up to a fifth.
    expect(taken).toBeGreaterThan(1500);
    expect(heartbeat.state).toMatchObject({ error: null });
    expect(lines).toEqual([]);
  });

  test('goes out early when something changed, and changes that come together make one', async () => {
    controlPlane.answer = { ...controlPlane.answer, heartbeatIntervalSeconds: 300 };
    run();
    await untilAccepted(1);
    for (let change = 0; change < 50; change++) heartbeat.wake();
    // Long before the interval of five minutes is over.
    await untilAccepted(2);
    heartbeat.wake();
    await untilAccepted(3);
    expect(controlPlane.syncs).toHaveLength(3);
  });

  test('does not forget a change that comes while one is under way', async () => {
    controlPlane.answer = { ...controlPlane.answer, heartbeatIntervalSeconds: 300 };
    accept = (answer) => {
      if (accepted.push(answer) === 1) heartbeat.wake();
    };
    run();
    await untilAccepted(2);
  });

  test('ends at once, in the wait and in the call', async () => {
    run();
    await untilAccepted(1);
    const begun = performance.now();
    ending.abort();
    await running;
    ending = new AbortController();
    controlPlane.fault = () => true;
    const before = tries;
    run();
    await untilTries(before + 1);
    ending.abort();
    await running;
    expect(performance.now() - begun).toBeLessThan(5000);
    expect(lines).toEqual([]);
  });
});

describe('invariant 5: the heartbeat lives on, and is back within one interval', () => {
  let count = 0;
  /** Of a second, at the tempo of these tests. */
  const intervalMs = 100;

  beforeEach(() => {
    clock = hastyClock(10);
  });

  const faults: Record<string, Fault> = {
    'HTTP 500': answering(500, 'application/json', '{"errors":[{"message":"down"}]}'),
    HTML: answering(200, 'text/html', '<html>'),
    'half an answer': answering(200, 'application/json', '{"data":{"syncEx'),
    'a null': answering(200, 'application/json', '{"data":{"syncExecutor":null}}'),
    nothing: () => true,
    'an error that is named differently each time': (_request, response) => {
      const body = { errors: [{ message: `error ${count++}`, extensions: { code: 'internal_error' } }] };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      return true;
    },
    'a broken connection': (_request, response) => {
      response.destroy();
      return true;
    },
  };

  test.each(Object.entries(faults))('when the control plane answers %s', async (_name, fault) => {
    run();
    await untilAccepted(1);
    controlPlane.fault = fault;
    const before = tries;
    await untilTries(before + 4);
    const known = accepted.length;
    controlPlane.fault = undefined;
    // One interval, what a call that still hangs takes to be given up, and the time of the call itself.
    await untilAccepted(known + 1, intervalMs + 500 + 400);
    expect(lines.map(({ level, msg }) => `${level} ${msg.split(/[:;]/)[0]}`)).toEqual([
      '40 heartbeat failed',
      '30 the control plane answers again',
    ]);
  });

  test('when nobody listens, from its very first try', async () => {
    await controlPlane.close();
    run();
    await untilTries(3);
    expect(heartbeat.state).toMatchObject({ succeededAt: null });
    expect(heartbeat.state.error).toMatch(/cannot be reached: .*ECONNREFUSED/);
    await controlPlane.listen();
    await untilAccepted(1, 5000);
    expect(heartbeat.state.error).toBeNull();
    expect(lines).toHaveLength(2);
  });

  test('when an answer must not be believed', async () => {
    accept = () => {
      throw new RefusedAnswer(`revision ${tries} is older than the one that is held`);
    };
    run();
    await untilTries(4);
    expect(heartbeat.state).toMatchObject({ succeededAt: null, error: expect.stringMatching(/is older than/) });
    accept = (answer) => accepted.push(answer);
    await untilAccepted(1);
    expect(lines).toHaveLength(2);
  });

  test('when what it says of the host cannot be found out for once', async () => {
    let broken = true;
    const heard = listeningLog();
    const other = new Heartbeat({
      describe: async () => {
        if (broken) throw new Error('the engine does not answer');
        return describedHost;
      },
      sync: async () => controlPlane.answer as SyncAnswer,
      accept: (answer) => accepted.push(answer),
      lease: new ExecutorLease(),
      clock,
      log: heard.log,
    });
    running = other.run(ending.signal);
    await until('it has told', () => heard.lines.length === 1);
    broken = false;
    await untilAccepted(1);
  });
});
