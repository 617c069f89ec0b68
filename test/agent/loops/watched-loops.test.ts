import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { maxSilence, watchedLoops } from '../../../src/agent/loops/watched-loops.ts';
import { VirtualClock } from '../../harness/virtual-clock.ts';

/** The loops of an agent at second 0, and a function that advances its time. */
function watched() {
  const clock = new VirtualClock(0);
  const pass = (seconds: number) => clock.passUntil(clock.elapsed() + seconds * 1000);
  return { loops: watchedLoops(clock), pass };
}

test('docs/hosts/metrics.md lists each loop of /healthz, with a limit above its calls', () => {
  const [, health = ''] = readFileSync('docs/hosts/metrics.md', 'utf8').split('## Health');
  const named = [...health.matchAll(/`([^`]+)`/g)].map(([, name]) => name?.replace('\n', ' '));
  expect(named).toEqual(expect.arrayContaining(Object.keys(maxSilence)));
  expect(Math.min(...Object.values(maxSilence))).toBeGreaterThan(60);
});

test('a loop is alive until its turn is overdue, and again with its next turn', async () => {
  const { loops, pass } = watched();
  const pulse = loops.watch('nudges');
  await pass(120);
  const alive = { name: 'nudges', isAlive: true, silentSeconds: 120, maxSilenceSeconds: 120 };
  expect(loops.health).toEqual({ isAlive: true, loops: [alive] });
  await pass(1);
  expect(loops.health).toMatchObject({ isAlive: false, loops: [{ isAlive: false, silentSeconds: 121 }] });
  pulse.beat();
  expect(loops.health).toMatchObject({ isAlive: true, loops: [{ isAlive: true, silentSeconds: 0 }] });
});

test('a loop may rest for as long as it announced, and is not judged while it waits', async () => {
  const { loops, pass } = watched();
  const pulse = loops.watch('heartbeat');
  pulse.beat(3_600_000);
  await pass(3600 + 300);
  expect(loops.health).toMatchObject({ isAlive: true, loops: [{ silentSeconds: 300 }] });
  await pass(1);
  expect(loops.health.isAlive).toBe(false);
  pulse.away();
  await pass(86_400);
  expect(loops.health).toMatchObject({ isAlive: true, loops: [{ silentSeconds: 0 }] });
  pulse.beat();
  await pass(301);
  expect(loops.health.isAlive).toBe(false);
});

test('an agent is healthy while each of its loops is; a loop that ended is not missed', async () => {
  const { loops, pass } = watched();
  const beating = loops.watch('heartbeat');
  const silent = loops.watch('event sender');
  await pass(200);
  beating.beat();
  expect(loops.health.isAlive).toBe(false);
  silent[Symbol.dispose]();
  expect(loops.health).toMatchObject({ isAlive: true, loops: [{ name: 'heartbeat' }] });
});

test('judges the loops of the nodes as one: by the longest silence', async () => {
  const { loops, pass } = watched();
  const [first, second] = [loops.watch('reconcile'), loops.watch('reconcile')];
  await pass(400);
  first.beat();
  expect(loops.health.loops).toEqual([
    { name: 'reconcile', isAlive: true, silentSeconds: 400, maxSilenceSeconds: 600 },
  ]);
  await pass(201);
  expect(loops.health.isAlive).toBe(false);
  second.beat();
  expect(loops.health.loops).toMatchObject([{ isAlive: true, silentSeconds: 201 }]);
});
