import { expect, test } from 'vitest';
import { runPeriodically } from '../../src/timing/periodic-task.ts';
import { listeningLog } from '../harness/listening-log.ts';
import { VirtualClock } from '../harness/virtual-clock.ts';

test('a periodic task runs at its interval until it is aborted', async () => {
  const clock = new VirtualClock(0);
  const ending = new AbortController();
  const runs: number[] = [];
  const task = { what: 'tidy up', everySeconds: 10, run: async () => void runs.push(clock.elapsed()) };
  const running = runPeriodically(task, { clock, log: listeningLog().log, signal: ending.signal });
  await clock.passUntil(25_000);
  ending.abort();
  await running;
  expect(runs).toEqual([0, 10_000, 20_000]);
});

test('a periodic task may wait before its first run', async () => {
  const clock = new VirtualClock(0);
  const ending = new AbortController();
  const runs: number[] = [];
  const running = runPeriodically(
    { what: 'tidy up', everySeconds: 10, firstAfterSeconds: 5, run: async () => void runs.push(clock.elapsed()) },
    { clock, log: listeningLog().log, signal: ending.signal },
  );
  await clock.passUntil(16_000);
  ending.abort();
  await running;
  expect(runs).toEqual([5000, 15_000]);
});

test('a periodic task that fails is logged, and runs again at its usual time', async () => {
  const clock = new VirtualClock(0);
  const { log, lines } = listeningLog();
  const ending = new AbortController();
  let runs = 0;
  const run = async () => {
    if (++runs === 1) throw new Error('the database is away');
  };
  const running = runPeriodically({ what: 'tidy up', everySeconds: 10, run }, { clock, log, signal: ending.signal });
  await clock.passUntil(10_000);
  ending.abort();
  await running;
  expect(runs).toBe(2);
  expect(lines.map(({ level, msg }) => `${level} ${msg}`)).toEqual(['50 could not tidy up']);
});

test('a periodic task that ends with its process is not logged as a failure', async () => {
  const { log, lines } = listeningLog();
  const ending = new AbortController();
  const run = async () => {
    ending.abort();
    throw new Error('aborted');
  };
  const task = { what: 'tidy up', everySeconds: 10, run };
  const clock = new VirtualClock(0);
  const running = runPeriodically(task, { clock, log, signal: ending.signal });
  await clock.passUntil(0);
  await running;
  expect(lines).toEqual([]);
});
