import { expect, onTestFinished, test, vi } from 'vitest';
import { ControlPlaneError } from '../../../src/agent/control-plane/call-error.ts';
import { ControlPlaneClient } from '../../../src/agent/control-plane/client.ts';
import type { SyncAnswer } from '../../../src/agent/control-plane/sync-answer.ts';
import { RefusedAnswer } from '../../../src/agent/desired/desired-state.ts';
import { ExecutorLease } from '../../../src/agent/sync/executor-lease.ts';
import { Heartbeat, type HeartbeatOptions } from '../../../src/agent/sync/heartbeat.ts';
import { FaultyControlPlane } from '../../harness/faulty-control-plane.ts';
import { hastyClock } from '../../harness/hasty-clock.ts';
import { listeningLog } from '../../harness/listening-log.ts';
import { testPulse } from '../../harness/test-deps.ts';
import { until } from '../../harness/until.ts';
import { VirtualClock } from '../../harness/virtual-clock.ts';
import { describedHost, syncAnswer } from './described-host.ts';

const intervalMs = 10_000;

/** A heartbeat that runs until the test ends, and what it did by its virtual clock. */
function running(options: Partial<HeartbeatOptions> = {}) {
  const clock = new VirtualClock(0);
  const { log, lines } = listeningLog();
  const lease = new ExecutorLease();
  /** When each heartbeat began. */
  const beats: number[] = [];
  const changes: boolean[] = [];
  lease.onChange(() => changes.push(lease.isHeld));
  const heartbeat = new Heartbeat({
    describe: async () => {
      beats.push(clock.elapsed());
      return describedHost;
    },
    ...{ sync: async () => syncAnswer(), accept: () => undefined, onSuccess: () => undefined },
    ...{ pulse: testPulse(), lease, clock, log },
    ...options,
  });
  const ending = new AbortController();
  const ended = heartbeat.run(ending.signal);
  const end = () => {
    ending.abort();
    return ended;
  };
  onTestFinished(end);
  const pass = (ms: number) => clock.passUntil(clock.elapsed() + ms);
  /** Lets time pass until a heartbeat with this number has begun. */
  const untilBeat = async (count: number) => {
    while (beats.length < count) await pass(100);
  };
  return { heartbeat, beats, changes, lease, lines, pass, untilBeat, end };
}

const unreachable = new ControlPlaneError('unreachable', 'the control plane did not answer within 10 s');
/** Answers as listed, and then always. */
const syncing = (outcomes: readonly ('answered' | Error)[]) => {
  const left = [...outcomes];
  return async (): Promise<SyncAnswer> => {
    const outcome = left.shift();
    if (outcome instanceof Error) throw outcome;
    return syncAnswer();
  };
};

test('sends the first heartbeat at once, the others at the requested interval', async () => {
  const { beats, heartbeat, lines, untilBeat } = running();
  await untilBeat(20);
  expect(beats[0]).toBe(0);
  const gaps = beats.slice(1).map((at, index) => at - (beats[index] ?? 0));
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(0.8 * intervalMs);
  expect(Math.max(...gaps)).toBeLessThanOrEqual(intervalMs + 10);
  expect(heartbeat.state).toMatchObject({ error: null });
  expect(lines).toEqual([]);
});

test('a long interval counts only while nudges come', async () => {
  const { beats, heartbeat, pass } = running({ sync: async () => syncAnswer({ heartbeatIntervalSeconds: 60 }) });
  await pass(100_000);
  expect(beats.length).toBeGreaterThanOrEqual(7);
  heartbeat.isNudged = true;
  await pass(15_000);
  const before = beats.length;
  await pass(100_000);
  expect(beats.length).toBeLessThanOrEqual(before + 3);
  heartbeat.isNudged = false;
  const then = beats.length;
  await pass(16_000);
  expect(beats.length).toBeGreaterThan(then);
});

test('without nudges, a large fleet’s heartbeat comes after a quarter of its interval', async () => {
  const { beats, pass } = running({ sync: async () => syncAnswer({ heartbeatIntervalSeconds: 300 }) });
  await pass(1_000_000);
  expect(beats.length).toBeGreaterThanOrEqual(12);
  expect(beats.length).toBeLessThanOrEqual(18);
});

test('waiting for an accepted heartbeat sends one at once, but later in a large fleet', async () => {
  const random = vi.spyOn(Math, 'random').mockReturnValue(0.5);
  onTestFinished(() => random.mockRestore());
  for (const [heartbeatIntervalSeconds, withinMs] of [
    [10, 1000],
    [300, 75_000],
  ] as const) {
    let isAway = false;
    const sync = async () => {
      if (isAway) throw unreachable;
      return syncAnswer({ heartbeatIntervalSeconds });
    };
    const { beats, heartbeat, pass, untilBeat } = running({ sync });
    await untilBeat(1);
    await pass(10);
    isAway = true;
    let isHeard = false;
    void heartbeat.heard(new AbortController().signal).then(() => {
      isHeard = true;
    });
    await pass(withinMs);
    expect(beats.length).toBeGreaterThan(1);
    if (withinMs > 1000) {
      // The refused one is not repeated soon: all others are refused as well.
      expect(beats).toHaveLength(2);
      expect(beats[1]).toBeGreaterThan(50_000);
    }
    expect(isHeard).toBe(false);
    isAway = false;
    const before = beats.length;
    await pass(75_000);
    expect(beats.length).toBeGreaterThan(before);
    expect(isHeard).toBe(withinMs === 1000);
    await pass(37_500);
    expect(isHeard).toBe(true);
  }
});

test('sends a heartbeat early on a change, and one for several changes at once', async () => {
  let wakes = 0;
  const { beats, heartbeat, pass } = running({
    accept: () => {
      if (wakes++ === 0) heartbeat.wake();
    },
  });
  await pass(100);
  expect(beats).toHaveLength(2);
  for (let change = 0; change < 50; change++) heartbeat.wake();
  await pass(100);
  expect(beats).toHaveLength(3);
});

test('a nudge is followed at once, also while changes are collected', async () => {
  const { beats, heartbeat, pass } = running();
  await pass(10);
  heartbeat.wake();
  await pass(20);
  expect(beats).toHaveLength(1);
  heartbeat.nudge();
  await pass(5);
  expect(beats).toHaveLength(2);
  await pass(200);
  expect(beats).toHaveLength(2);
});

test('the heartbeat ends at once, in its wait and in its call', async () => {
  const waiting = running();
  await waiting.pass(100);
  await waiting.end();
  const hanging = running({
    sync: (_input, signal) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  });
  await hanging.pass(100);
  await hanging.end();
  expect([...waiting.lines, ...hanging.lines]).toEqual([]);
});

test('invariant 5: the heartbeat recovers within one interval, whatever the answer was', async () => {
  let isDown = false;
  let count = 0;
  const { beats, heartbeat, lines, pass, untilBeat } = running({
    sync: async () => {
      // Named differently each time.
      if (isDown) throw new ControlPlaneError('unreachable', `error ${count++}`, 'internal_error');
      return syncAnswer();
    },
  });
  await untilBeat(1);
  isDown = true;
  await untilBeat(12);
  await pass(intervalMs / 2);
  isDown = false;
  const before = beats.length;
  await pass(intervalMs);
  expect(beats.length).toBeGreaterThan(before);
  expect(heartbeat.state.error).toBeNull();
  expect(lines.map(({ level, msg }) => `${level} ${msg.split(/[:;]/)[0]}`)).toEqual([
    '40 heartbeat failed',
    '30 control plane reachable again',
  ]);
});

test('invariant 5: the heartbeat recovers even if nothing listened from the start', async () => {
  const controlPlane = await FaultyControlPlane.start();
  onTestFinished(() => controlPlane.close());
  await controlPlane.close();
  const client = new ControlPlaneClient({ url: controlPlane.url, apiKey: controlPlane.apiKey });
  const sync: HeartbeatOptions['sync'] = (input, signal) => client.sync(input, signal);
  const { heartbeat, lines } = running({ sync, clock: hastyClock(100) });
  await until('it has failed', () => heartbeat.counts.failed > 2);
  expect(heartbeat.state).toMatchObject({ succeededAt: null });
  expect(heartbeat.state.error).toMatch(/cannot reach the control plane: .*ECONNREFUSED/);
  await controlPlane.listen();
  await until('an answer was accepted', () => heartbeat.state.error === null);
  expect(lines).toHaveLength(2);
});

test('repeats a refused heartbeat when the overloaded control plane asks, not before', async () => {
  const controlPlane = await FaultyControlPlane.start();
  onTestFinished(() => controlPlane.close());
  let refusals = 0;
  controlPlane.fault = (_request, response) => {
    if (++refusals > 1) return false;
    response.writeHead(503, { 'retry-after': '40' }).end();
    return true;
  };
  const client = new ControlPlaneClient({ url: controlPlane.url, apiKey: controlPlane.apiKey });
  const sleeps: number[] = [];
  const { heartbeat } = running({
    sync: (input, signal) => client.sync(input, signal),
    clock: hastyClock(100, sleeps),
  });
  await until('an answer was accepted', () => heartbeat.counts.succeeded > 0);
  expect(sleeps[0]).toBeGreaterThanOrEqual(40_000);
  expect(sleeps[0]).toBeLessThanOrEqual(41_000);
});

test('invariant 5: the heartbeat continues when the agent refuses an answer', async () => {
  let answers = 0;
  const seen: boolean[] = [];
  const { changes, heartbeat, lease, lines, untilBeat } = running({
    accept: () => {
      seen.push(lease.isHeld);
      if (answers++ === 1) throw new RefusedAnswer('revision 4 is older than 5');
    },
  });
  await untilBeat(2);
  expect(heartbeat.state.error).toMatch(/is older than/);
  await untilBeat(4);
  // `accept` itself never sees the lease of an unaccepted answer.
  expect(seen.slice(0, 3)).toEqual([false, true, false]);
  expect(changes).toEqual([true, false, true]);
  expect(lines).toHaveLength(2);
});

test('the heartbeat goes on when the host cannot be described for once', async () => {
  let descriptions = 0;
  const { heartbeat, lines, pass } = running({
    describe: async () => {
      if (descriptions++ === 0) throw new Error('the engine does not answer');
      return describedHost;
    },
  });
  await pass(2000);
  expect(heartbeat.counts).toEqual({ succeeded: 1, failed: 1 });
  expect(lines).toHaveLength(2);
});

test('the lease calls its listeners exactly on a change, after it', () => {
  const lease = new ExecutorLease();
  const changes: boolean[] = [];
  lease.onChange(() => changes.push(lease.isHeld));
  expect(lease.isHeld).toBe(false);
  for (const held of [false, true, true, false, false, true]) lease.isHeld = held;
  expect(changes).toEqual([true, false, true]);
});

test('an answer grants the lease and a failure loses it, once each', async () => {
  const acted: object[] = [];
  let accepted = 0;
  const outcomes = [unreachable, 'answered', 'answered', unreachable, unreachable, 'answered'] as const;
  const { heartbeat, lease, end, untilBeat } = running({
    sync: syncing(outcomes),
    accept: () => void accepted++,
  });
  lease.onChange(() => acted.push({ isHeld: lease.isHeld, error: heartbeat.state.error, accepted }));
  await untilBeat(outcomes.length);
  await end();
  expect(acted).toEqual([
    { isHeld: true, error: null, accepted: 1 },
    { isHeld: false, error: unreachable.message, accepted: 2 },
    { isHeld: true, error: null, accepted: 3 },
  ]);
});
