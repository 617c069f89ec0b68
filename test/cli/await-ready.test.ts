import { expect, test } from 'vitest';
import { awaitReady, type Look } from '../../src/cli/control-plane/install/await-ready.ts';
import type { Clock } from '../../src/timing/clock.ts';

/** A clock on which only waits take time. */
function waitingClock(): Clock {
  let elapsed = 0;
  return {
    now: () => elapsed,
    elapsed: () => elapsed,
    sleep: async (ms) => {
      elapsed += ms;
    },
  };
}

/** Runs it with a look for each quarter of a second, the last one for ever; at most one second may pass. */
async function run(...looks: Partial<Look>[]) {
  const reported: string[] = [];
  let index = 0;
  const look = async (): Promise<Look> => ({
    ...{ isReady: false, isLost: false, work: null },
    ...looks[Math.min(index++, looks.length - 1)],
  });
  const isReady = await awaitReady(look, {
    withinMs: 1000,
    clock: waitingClock(),
    report: (work) => reported.push(work),
  });
  return { isReady, looks: index, reported };
}

const restoring = { work: 'restoring the database' };

test('awaitReady waits for a restore however long it takes, and reports it once', async () => {
  const { isReady, reported } = await run(...Array(100).fill(restoring), {}, {}, { isReady: true });
  expect([isReady, reported]).toEqual([true, ['restoring the database']]);
});

test('awaitReady counts the time to wait from the end of a restore', async () => {
  expect(await run(...Array(100).fill(restoring), {})).toMatchObject({ isReady: false, looks: 103 });
});

test('awaitReady gives up a program that is not ready in time, or has failed', async () => {
  expect(await run({})).toMatchObject({ isReady: false, looks: 4 });
  expect(await run(restoring, { isLost: true, ...restoring })).toMatchObject({ isReady: false, looks: 2 });
});
