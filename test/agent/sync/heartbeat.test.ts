import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ControlPlaneClient } from '../../../src/agent/control-plane/client.ts';
import type { SyncAnswer } from '../../../src/agent/control-plane/sync-answer.ts';
import { RefusedAnswer } from '../../../src/agent/desired/desired-state.ts';
import { ExecutorLease } from '../../../src/agent/sync/executor-lease.ts';
import { Heartbeat } from '../../../src/agent/sync/heartbeat.ts';
import { type Clock, systemClock } from '../../../src/timing/clock.ts';
import { answering, type Fault, FaultyControlPlane } from '../../harness/faulty-control-plane.ts';
import { hastyClock } from '../../harness/hasty-clock.ts';
import { type LogLine, listeningLog } from '../../harness/listening-log.ts';
import { testPulse } from '../../harness/test-deps.ts';
import { until } from '../../harness/until.ts';
import { describedHost } from './described-host.ts';

/** Short, since some calls hang until then; long enough for a busy machine. */
const timeoutSeconds = 2;

let controlPlane: FaultyControlPlane;
let clock: Clock;
let heartbeat: Heartbeat;
let lines: LogLine[];
let accepted: SyncAnswer[];
let attempts: number;
let accept: (answer: SyncAnswer) => void;
let ending: AbortController;
let running: Promise<void>;

beforeEach(async () => {
  controlPlane = await FaultyControlPlane.start();
  const client = new ControlPlaneClient({ url: controlPlane.url, apiKey: controlPlane.apiKey, timeoutSeconds });
  const listening = listeningLog();
  lines = listening.lines;
  clock = systemClock;
  accepted = [];
  attempts = 0;
  accept = (answer) => accepted.push(answer);
  heartbeat = new Heartbeat({
    describe: async () => {
      attempts++;
      return describedHost;
    },
    sync: (input, signal) => client.sync(input, signal),
    accept: (answer) => accept(answer),
    onSuccess: () => undefined,
    pulse: testPulse(),
    lease: new ExecutorLease(),
    clock: { now: () => clock.now(), elapsed: () => clock.elapsed(), sleep: (ms, signal) => clock.sleep(ms, signal) },
    log: listening.log,
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
const untilAttempts = (count: number) => until(`${count} attempts were made`, () => attempts >= count);

describe('the heartbeat', () => {
  test('the first heartbeat is sent at once, and the others at the interval that the control plane names', async () => {
    const begun = performance.now();
    run();
    await untilAccepted(1);
    await untilAccepted(3);
    const taken = performance.now() - begun;
    // Two intervals of a second, minus jitter of up to a fifth.
    expect(taken).toBeGreaterThan(1500);
    expect(heartbeat.state).toMatchObject({ error: null });
    expect(lines).toEqual([]);
  });

  test('a heartbeat is sent early when something changed, and changes that come together make one', async () => {
    controlPlane.answer = { ...controlPlane.answer, heartbeatIntervalSeconds: 300 };
    run();
    await untilAccepted(1);
    for (let change = 0; change < 50; change++) heartbeat.wake();
    // Long before the interval of five minutes has passed.
    await untilAccepted(2);
    heartbeat.wake();
    await untilAccepted(3);
    expect(controlPlane.syncs).toHaveLength(3);
  });

  test('a change during a heartbeat is not forgotten', async () => {
    controlPlane.answer = { ...controlPlane.answer, heartbeatIntervalSeconds: 300 };
    accept = (answer) => {
      if (accepted.push(answer) === 1) heartbeat.wake();
    };
    run();
    await untilAccepted(2);
  });

  test('the heartbeat ends at once, in its wait and in its call', async () => {
    run();
    await untilAccepted(1);
    ending.abort();
    await running;
    ending = new AbortController();
    controlPlane.fault = () => true;
    const before = attempts;
    run();
    await untilAttempts(before + 1);
    ending.abort();
    await running;
    expect(lines).toEqual([]);
  });
});

describe('a heartbeat that fails', () => {
  let count = 0;
  /** Seconds, at the pace of these tests. */
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

  test.each(Object.entries(faults))(
    'invariant 5: the heartbeat is back within one interval after the control plane answered %s',
    async (_name, fault) => {
      run();
      await untilAccepted(1);
      controlPlane.fault = fault;
      const attemptsBefore = attempts;
      await untilAttempts(attemptsBefore + 4);
      const before = accepted.length;
      controlPlane.fault = undefined;
      // One interval, plus the timeout of a hanging call, plus the time of a call on a busy machine.
      await untilAccepted(before + 1, intervalMs + timeoutSeconds * 1000 + 3000);
      expect(lines.map(({ level, msg }) => `${level} ${msg.split(/[:;]/)[0]}`)).toEqual([
        '40 heartbeat failed',
        '30 control plane reachable again',
      ]);
    },
  );

  test('invariant 5: the heartbeat is back when nothing listened from its very first attempt', async () => {
    await controlPlane.close();
    run();
    await untilAttempts(3);
    expect(heartbeat.state).toMatchObject({ succeededAt: null });
    expect(heartbeat.state.error).toMatch(/cannot reach the control plane: .*ECONNREFUSED/);
    await controlPlane.listen();
    await untilAccepted(1, 5000);
    expect(heartbeat.state.error).toBeNull();
    expect(lines).toHaveLength(2);
  });

  test('invariant 5: the heartbeat goes on when the agent refuses an answer', async () => {
    accept = () => {
      throw new RefusedAnswer(`revision ${attempts} is older than the one that is held`);
    };
    run();
    await untilAttempts(4);
    expect(heartbeat.state).toMatchObject({ succeededAt: null, error: expect.stringMatching(/is older than/) });
    accept = (answer) => accepted.push(answer);
    await untilAccepted(1);
    expect(lines).toHaveLength(2);
  });

  test('the heartbeat goes on when the host cannot be described for once', async () => {
    let broken = true;
    const listening = listeningLog();
    const other = new Heartbeat({
      describe: async () => {
        if (broken) throw new Error('the engine does not answer');
        return describedHost;
      },
      sync: async () => controlPlane.answer as SyncAnswer,
      accept: (answer) => accepted.push(answer),
      onSuccess: () => undefined,
      pulse: testPulse(),
      lease: new ExecutorLease(),
      clock,
      log: listening.log,
    });
    running = other.run(ending.signal);
    await until('the failure is logged', () => listening.lines.length === 1);
    broken = false;
    await untilAccepted(1);
  });
});
