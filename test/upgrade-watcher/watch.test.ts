import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { userOf } from '../../src/storage/as-user.ts';
import { systemClock } from '../../src/timing/clock.ts';
import { writeOrder } from '../../src/upgrade/order.ts';
import { readOutcome } from '../../src/upgrade/outcome.ts';
import { upgradeFiles } from '../../src/upgrade/upgrade-files.ts';
import { acceptOrder } from '../../src/upgrade-watcher/accept-order.ts';
import type { SwitchJournal } from '../../src/upgrade-watcher/journal.ts';
import type { PhaseResult } from '../../src/upgrade-watcher/plan-next.ts';
import { ProgramFolder } from '../../src/upgrade-watcher/program-folder.ts';
import { watch } from '../../src/upgrade-watcher/watch.ts';
import { WatcherFiles } from '../../src/upgrade-watcher/watcher-files.ts';

let root: string;
let steps: string[];
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'satrap-watch-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  steps = [];
  mkdirSync(join(root, 'state/upgrade'), { recursive: true });
  mkdirSync(join(root, 'opt/versions/1.0.0'), { recursive: true });
  new ProgramFolder(join(root, 'opt')).point('current', '1.0.0');
});

const shared = () => upgradeFiles(join(root, 'state'));
const own = () => new WatcherFiles(join(root, 'own'));
const order = (requestId: string, toVersion = '1.1.0') =>
  writeOrder(shared(), {
    ...{ requestId, fromVersion: '1.0.0', toVersion, channel: 'stable', sizeBytes: 1, sha256: 'a'.repeat(64) },
    ...{ platform: `${process.platform}-${process.arch}`, archive: '/a', signature: 's' },
    orderedAt: '2026-01-01T00:00:00.000Z',
  });

/** Runs a watcher whose steps only have results; `kill` ends it in a step, as a signal would. */
async function run(results: Partial<Record<string, PhaseResult>> = {}, kill?: string): Promise<void> {
  const ending = new AbortController();
  const phases = {
    run: async ({ direction, phase }: SwitchJournal): Promise<PhaseResult> => {
      const step = direction === 'back' ? `back: ${phase}` : phase;
      steps.push(step);
      if (step === kill) ending.abort();
      return results[step] ?? { ok: true };
    },
  };
  const folder = new ProgramFolder(join(root, 'opt'));
  const user = userOf(join(root, 'state'));
  const current = folder.versionOf('current');
  const platform = `${process.platform}-${process.arch}`;
  const options = { user, phases, clock: systemClock, shared: shared(), own: own(), say: () => {} };
  await watch(
    { ...options, accept: (order, endedRequest) => acceptOrder(order, { current, platform, endedRequest }) },
    ending.signal,
  );
}
const forward = ['unpack', 'stop', 'store', 'pointer', 'start', 'judge', 'commit'];
const nothingLeft = () => [existsSync(shared().order), own().readJournal()];

test('an order is carried out, its end is told, and nothing is left to do', async () => {
  order('r1');
  await run();
  expect(steps).toEqual(forward);
  expect(readOutcome(shared())).toMatchObject({ requestId: 'r1', toVersion: '1.1.0', state: 'committed' });
  expect(nothingLeft()).toEqual([false, null]);
  await run();
  expect(steps).toEqual(forward);
});

test.each(forward)('a watcher that is killed in the step “%s” is gone on with by the next one', async (step) => {
  order('r1');
  await run({}, step);
  expect(readOutcome(shared())?.state).toMatch(/switching|judging/);
  await run();
  expect(steps).toEqual([...forward.slice(0, forward.indexOf(step) + 1), ...forward.slice(forward.indexOf(step))]);
  expect(readOutcome(shared())?.state).toBe('committed');
});

test('an order that the agent’s user takes away in the midst of it stops nothing', async () => {
  order('r1');
  await run({}, 'judge');
  rmSync(shared().order);
  await run({ judge: { ok: false, reason: 'it hangs', lastWords: 'last words' } });
  expect(readOutcome(shared())).toMatchObject({ state: 'rolled_back', reason: 'it hangs', lastWords: 'last words' });
  expect(nothingLeft()).toEqual([false, null]);
});

test('an order that is replayed, or cannot be carried out, or is none, begins nothing', async () => {
  order('r1');
  await run();
  order('r1');
  await run();
  order('r2', '0.9.0');
  await run();
  expect(readOutcome(shared())).toMatchObject({ requestId: 'r2', state: 'failed' });
  writeFileSync(shared().order, 'root:x:0:0');
  await run();
  expect(steps).toEqual(forward);
  expect(nothingLeft()).toEqual([false, null]);
});
