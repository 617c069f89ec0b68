import { once } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { Backoff, type BackoffPolicy, backoffDelay } from '../../src/timing/backoff.ts';
import { cachedReading } from '../../src/timing/cached-reading.ts';
import { systemClock } from '../../src/timing/clock.ts';
import { endsWithin } from '../../src/timing/ends-within.ts';
import { Notify } from '../../src/timing/notify.ts';
import { runPeriodically } from '../../src/timing/periodic-task.ts';
import { poll } from '../../src/timing/poll.ts';
import { sharedCall } from '../../src/timing/shared-call.ts';
import { TaskGroup } from '../../src/timing/task-group.ts';
import { listeningLog } from '../harness/listening-log.ts';
import { VirtualClock } from '../harness/virtual-clock.ts';

const policy: BackoffPolicy = { firstMs: 100, maxMs: 1000 };

// The random number 0 gives the shortest wait, 1 the longest.
test.each<[string, BackoffPolicy, number, number, number]>([
  ['does not wait after no failure', policy, 0, 0.5, 0],
  ['doubles the wait with each failure', policy, 3, 0.5, 400],
  ['stays at the maximum after very many failures', policy, 100_000, 0.5, 1000],
  ['grows by the factor of the policy', { ...policy, factor: 1.5 }, 3, 0.5, 225],
  ['deviates by a fifth downwards', policy, 1, 0, 80],
  ['deviates by the jitter of the policy', { ...policy, jitter: 0.5 }, 1, 1, 150],
])('a back-off %s', (_what, given, failures, random, expected) => {
  expect(backoffDelay(given, failures, () => random)).toBeCloseTo(expected);
});

test('a back-off counts failures in a row and starts again after a success', () => {
  const backoff = new Backoff({ ...policy, jitter: 0 });
  expect([backoff.next(), backoff.next(), backoff.next()]).toEqual([100, 200, 400]);
  backoff.reset();
  expect(backoff.next()).toBe(100);
});

describe('a cached reading', () => {
  test('invariant 5: waits two seconds for a hanging reading, then continues without it', async () => {
    const clock = new VirtualClock(0);
    const { promise, resolve } = Promise.withResolvers<string>();
    const cached = cachedReading({ clock, read: () => promise, maxAgeMs: 1000 });
    const first = cached(() => 'nothing yet');
    await clock.passUntil(2000);
    expect(await first).toBe('nothing yet');
    expect(clock.sleepers).toBe(0);
    resolve('read');
    await turn();
    expect(await cached(() => 'nothing yet')).toBe('read');
  });

  test('that was good is returned while another one is under way or fails', async () => {
    const clock = new VirtualClock(0);
    let reads = 0;
    const read = async () => {
      if (++reads > 1) throw new Error('the engine is away');
      return 'good';
    };
    const cached = cachedReading({ clock, read, maxAgeMs: 1000 });
    const get = () => cached(() => 'nothing');
    expect(await get()).toBe('good');
    await clock.passUntil(999);
    await get();
    expect(reads).toBe(1);
    // The age of a reading does not depend on what someone sets the clock to.
    clock.step(-3_600_000);
    await clock.passUntil(1000);
    expect(await get()).toBe('good');
    await turn();
    expect(await get()).toBe('good');
    expect(reads).toBe(3);
  });
});

test('reports whether work ended in time, even if it failed, and waits no longer', async () => {
  const clock = new VirtualClock(0);
  expect(await endsWithin(Promise.resolve(), 1000, clock)).toBe(true);
  expect(await endsWithin(Promise.reject(new Error('it failed')), 1000, clock)).toBe(true);
  expect(clock.sleepers).toBe(0);
  const ended = endsWithin(new Promise(() => undefined), 1000, clock);
  await clock.passUntil(999);
  expect(clock.sleepers).toBe(1);
  await clock.passUntil(1000);
  expect(await ended).toBe(false);
});

test('a sleep until a moment that is over ends, and Node.js has nothing to warn of', async () => {
  const warnings: Error[] = [];
  const keep = (warning: Error) => warnings.push(warning);
  process.on('warning', keep);
  await systemClock.sleep(-5, new AbortController().signal);
  await turn();
  process.off('warning', keep);
  expect(warnings).toEqual([]);
});

describe('a wait for a notification', () => {
  const never = new AbortController().signal;
  const start = () => {
    const clock = new VirtualClock(0);
    return { clock, notify: new Notify(clock) };
  };

  test('ends at once on a notification, also an earlier one, or after its time', async () => {
    const { clock, notify } = start();
    const waiting = notify.wait(1000, never);
    notify.notify();
    expect(await waiting).toBe(true);
    notify.notify();
    notify.notify();
    expect(await notify.wait(1000, never)).toBe(true);
    expect(clock.elapsed()).toBe(0);
    const last = notify.wait(1000, never);
    await clock.passUntil(999);
    expect(clock.sleepers).toBe(1);
    await clock.passUntil(1000);
    expect(await last).toBe(false);
  });

  test('does not end with one that was cleared', async () => {
    const { clock, notify } = start();
    notify.notify();
    notify.clear();
    const waiting = notify.wait(1000, never);
    await clock.passUntil(1000);
    expect(await waiting).toBe(false);
  });

  test('ends at once when its signal aborts, also when it was aborted before', async () => {
    const { clock, notify } = start();
    const ending = new AbortController();
    const waiting = notify.wait(1000, ending.signal);
    ending.abort();
    expect(await waiting).toBe(false);
    expect(await notify.wait(1000, ending.signal)).toBe(false);
    expect(clock.sleepers).toBe(0);
  });

  test('without an end does not overflow the timer of the clock', async () => {
    const sleeps: number[] = [];
    const notify = new Notify({ now: () => 0, elapsed: () => 0, sleep: async (ms) => void sleeps.push(ms) });
    await notify.wait(Number.POSITIVE_INFINITY, never);
    expect(sleeps).toEqual([2 ** 31 - 1]);
  });
});

describe('a periodic task', () => {
  /** Runs a task until a time in milliseconds; returns when it ran, and the log. */
  async function runUntil(
    ms: number,
    work: (ending: AbortController) => void = () => {},
    { takesMs = 0, ...options }: { takesMs?: number; maxEverySeconds?: number } = {},
  ) {
    const clock = new VirtualClock(0);
    const { log, lines } = listeningLog();
    const ending = new AbortController();
    const runs: number[] = [];
    const run = async () => {
      runs.push(clock.elapsed());
      work(ending);
      if (takesMs > 0) await clock.sleep(takesMs, ending.signal);
    };
    const task = { what: 'tidy up', everySeconds: 10, run, ...options };
    const running = runPeriodically(task, { clock, log, signal: ending.signal });
    await clock.passUntil(ms);
    ending.abort();
    await running;
    return { runs, logged: lines.map(({ level, msg }) => `${level} ${msg}`) };
  }

  test('runs at its interval until it is aborted, also after a failure, which is logged', async () => {
    let failures = 0;
    const fail = () => {
      if (++failures === 1) throw new Error('the database is away');
    };
    expect(await runUntil(25_000, fail)).toEqual({ runs: [0, 10_000, 20_000], logged: ['50 could not tidy up'] });
  });

  test('that takes long runs less often, up to its longest interval', async () => {
    const slow = { takesMs: 2000, maxEverySeconds: 30 };
    expect((await runUntil(50_000, undefined, slow)).runs).toEqual([0, 20_000, 40_000]);
    expect((await runUntil(50_000, undefined, { ...slow, takesMs: 10_000 })).runs).toEqual([0, 40_000]);
    expect((await runUntil(30_000, undefined, { takesMs: 2000 })).runs).toEqual([0, 12_000, 24_000]);
  });

  test('that ends with its process is not logged as a failure', async () => {
    const abort = (ending: AbortController) => {
      ending.abort();
      throw new Error('aborted');
    };
    expect((await runUntil(0, abort)).logged).toEqual([]);
  });
});

test('poll returns the first true result, rejects a failed probe, and aborts', async () => {
  const results = [undefined, false, 0, 1] as const;
  let calls = 0;
  expect(await poll(() => results[calls++], { withinMs: 5000, everyMs: 1 })).toBe(0);
  expect(calls).toBe(3);
  expect(await poll(() => results[0], { withinMs: 0, everyMs: 1 })).toBeUndefined();
  await expect(poll(() => Promise.reject(new Error('broken')), { withinMs: 5000 })).rejects.toThrow('broken');
  const controller = new AbortController();
  const polling = poll(() => undefined, { withinMs: 60_000, everyMs: 60_000, signal: controller.signal });
  controller.abort(new Error('cancelled'));
  await expect(polling).rejects.toThrow();
  await expect(poll(() => true, { withinMs: 1, signal: controller.signal })).rejects.toThrow('cancelled');
});

test('callers of one turn share a call and its failure, and later ones get another', async () => {
  const calls: PromiseWithResolvers<number>[] = [];
  const shared = sharedCall(() => {
    const call = Promise.withResolvers<number>();
    calls.push(call);
    return call.promise;
  });
  const first = [shared(), shared()];
  expect(calls).toHaveLength(0);
  await turn();
  expect(calls).toHaveLength(1);
  const second = shared();
  await turn();
  expect(calls).toHaveLength(2);
  calls[1]?.resolve(2);
  calls[0]?.reject(new Error('down'));
  const outcomes = await Promise.allSettled([...first, second]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
});

test('an answer of a shared call that is young enough serves who accepts one', async () => {
  let calls = 0;
  const shared = sharedCall(async () => ++calls);
  expect(await shared({ maxAgeMs: 60_000 })).toBe(1);
  expect(await shared({ maxAgeMs: 60_000 })).toBe(1);
  expect(await shared()).toBe(2);
});

const untilAborted = async (signal: AbortSignal): Promise<void> => {
  if (!signal.aborted) await once(signal, 'abort');
};

test('a task that throws aborts all others, and its error is thrown', async () => {
  const group = new TaskGroup(new AbortController().signal);
  let hasEnded = false;
  group.add(
    untilAborted(group.signal).then(() => {
      hasEnded = true;
    }),
  );
  const ended = group.done();
  group.add(turn().then(() => Promise.reject(new Error('it broke'))));
  await expect(ended).rejects.toThrow('it broke');
  expect(hasEnded).toBe(true);
});

test('a task that joins while the others run is waited for', async () => {
  const ending = new AbortController();
  const group = new TaskGroup(ending.signal);
  const done: string[] = [];
  const join = () => group.add(Promise.resolve().then(() => void done.push('late')));
  group.add(untilAborted(group.signal).then(join));
  const ended = group.done();
  ending.abort();
  await ended;
  expect(done).toEqual(['late']);
});
