import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { userOf } from '../../src/storage/as-user.ts';
import { systemClock } from '../../src/timing/clock.ts';
import { upgradeFiles } from '../../src/upgrade/upgrade-files.ts';
import { acceptOrder } from '../../src/upgrade-watcher/accept-order.ts';
import { newSwitch, type SwitchJournal } from '../../src/upgrade-watcher/journal.ts';
import { recoverOnHost } from '../../src/upgrade-watcher/lost-journal.ts';
import type { PhaseResult } from '../../src/upgrade-watcher/plan-next.ts';
import { ProgramFolder } from '../../src/upgrade-watcher/program-folder.ts';
import { watch } from '../../src/upgrade-watcher/watch.ts';
import { watcherFiles } from '../../src/upgrade-watcher/watcher-files.ts';
import { scratchFolder } from '../harness/scratch-folder.ts';

let root: string;
let steps: string[];
let said: string[];
beforeEach(() => {
  root = scratchFolder('watch');
  [steps, said] = [[], []];
  mkdirSync(join(root, 'state/upgrade'), { recursive: true });
  mkdirSync(join(root, 'opt/versions/1.0.0'), { recursive: true });
  for (const pointer of ['current', 'watcher'] as const) point(pointer, '1.0.0');
});

const folder = () => new ProgramFolder(join(root, 'opt'));
const point = (pointer: 'current' | 'watcher' | 'former', version: string) => folder().point(pointer, version);
const shared = () => upgradeFiles(join(root, 'state'));
const own = () => watcherFiles(join(root, 'own'));
const platform = `${process.platform}-${process.arch}`;
const order = (requestId: string, toVersion = '1.1.0') =>
  shared().order.write({
    ...{ requestId, fromVersion: '1.0.0', toVersion, channel: 'stable', sizeBytes: 1, sha256: 'a'.repeat(64) },
    ...{ platform, archive: '/a', signature: 's' },
    orderedAt: '2026-01-01T00:00:00.000Z',
  });

/** Runs a watcher whose steps only have results; `kill` ends it in a step, like a signal. */
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
  const versionOf = (pointer: 'current' | 'watcher' | 'former') => folder().versionOf(pointer);
  const pointers = { current: versionOf('current'), watcher: versionOf('watcher'), former: versionOf('former') };
  const user = userOf(join(root, 'state'));
  await watch(
    {
      ...{ user, phases, clock: systemClock, shared: shared(), own: own() },
      say: (line) => void said.push(line),
      accept: (order) => acceptOrder(order, { current: pointers.current, platform }),
      recover: async (lost) => recoverOnHost(lost, pointers, 'lost'),
    },
    ending.signal,
  );
}
const forward = ['unpack', 'stop', 'store', 'pointer', 'start', 'judge', 'commit'];
const hangs: Partial<Record<string, PhaseResult>> = {
  judge: { ok: false, reason: 'it hangs', lastWords: 'last words' },
};
const nothingLeft = () => [existsSync(shared().order.path), own().journal.read()];

test('an order is carried out, its end is told, and nothing is left to do', async () => {
  order('r1');
  await run();
  expect(steps).toEqual(forward);
  expect(shared().outcome.read()).toMatchObject({ requestId: 'r1', toVersion: '1.1.0', state: 'committed' });
  expect(nothingLeft()).toEqual([false, null]);
  await run();
  expect(steps).toEqual(forward);
});

test.each(forward)('a watcher that is killed in the step “%s” is gone on with by the next one', async (step) => {
  order('r1');
  await run({}, step);
  expect(shared().outcome.read()?.state).toMatch(/switching|judging/);
  await run();
  expect(steps).toEqual([...forward.slice(0, forward.indexOf(step) + 1), ...forward.slice(forward.indexOf(step))]);
  expect(shared().outcome.read()?.state).toBe('committed');
});

test('an order removed during a switch stops nothing, and the rollback says why', async () => {
  order('r1');
  await run({}, 'judge');
  rmSync(shared().order.path);
  await run(hangs);
  expect(shared().outcome.read()).toMatchObject({ state: 'rolled_back', reason: 'it hangs', lastWords: 'last words' });
  expect(nothingLeft()).toEqual([false, null]);
});

test('an order that is replayed, or cannot be carried out, or is none, begins nothing', async () => {
  order('r1');
  await run();
  order('r1');
  await run();
  order('r2', '0.9.0');
  await run();
  expect(shared().outcome.read()).toMatchObject({ requestId: 'r2', state: 'failed' });
  writeFileSync(shared().order.path, 'root:x:0:0');
  await run();
  expect(steps).toEqual(forward);
  expect(nothingLeft()).toEqual([false, null]);
});

const back = ['stop', 'store', 'pointer', 'start'].map((step) => `back: ${step}`);
/** As a damaged disk leaves it. */
const damage = (path = join(root, 'own/journal.json')) => writeFileSync(path, '\0\0\0');
test.each(forward.slice(0, -1))('keeps a journal damaged in the step “%s”, and rolls the switch back', async (step) => {
  order('r1');
  await run({}, step);
  if (['start', 'judge'].includes(step)) point('current', '1.1.0');
  damage();
  steps = [];
  await run();
  expect(steps).toEqual(back);
  expect(shared().outcome.read()).toMatchObject({
    ...{ requestId: 'r1', fromVersion: '1.0.0', toVersion: '1.1.0' },
    state: ['start', 'judge'].includes(step) ? 'rolled_back' : 'failed',
    reason: expect.stringContaining('cannot read the watcher’s journal'),
  });
  expect(nothingLeft()).toEqual([false, null]);
  expect(readFileSync(join(root, 'own/journal.json.damaged'), 'utf8')).toBe('\0\0\0');
  expect(said.join('\n')).toContain('journal.json.damaged');
  await run();
  expect(steps).toEqual(back);
});

test('a journal that is lost once the new version was kept: its commit is gone on with', async () => {
  order('r1');
  await run({}, 'commit');
  point('former', '1.0.0');
  for (const pointer of ['current', 'watcher'] as const) point(pointer, '1.1.0');
  damage();
  await run();
  expect(steps).toEqual([...forward, 'commit']);
  expect(shared().outcome.read()).toMatchObject({ requestId: 'r1', state: 'committed' });
  expect(nothingLeft()).toEqual([false, null]);
});

test('a journal that is lost on the way back: why it went back is still told', async () => {
  order('r1');
  await run(hangs, 'back: store');
  point('current', '1.1.0');
  damage();
  await run();
  expect(shared().outcome.read()).toMatchObject({
    ...{ state: 'rolled_back', reason: expect.stringMatching(/^it hangs; cannot read the watcher’s journal/) },
  });
});

test('rolls back a switch that lost its journal and has no order, such as a manual one', async () => {
  own().journal.write(newSwitch({ requestId: 'rollback-1', from: '1.0.0', to: '0.9.0', archive: null }));
  await run({}, 'store');
  damage();
  steps = [];
  await run();
  expect(steps).toEqual(back);
  expect(shared().outcome.read()).toMatchObject({ requestId: 'rollback-1', state: 'failed' });
  damage();
  damage(shared().outcome.path);
  await run();
  expect(steps).toEqual([...back, ...back]);
  expect(shared().outcome.read()).toMatchObject({ requestId: 'lost', fromVersion: '1.0.0', state: 'failed' });
});

test('a switch that had ended keeps its outcome, with all that was said', async () => {
  const ended = { requestId: 'r1', state: 'rolled_back', lastWords: 'last words' } as const;
  const versions = { fromVersion: '1.0.0', toVersion: '1.1.0', updatedAt: '2026-01-01T00:00:00.000Z' };
  shared().outcome.write({ ...ended, ...versions, reason: 'it hangs' });
  own();
  damage();
  await run();
  expect(shared().outcome.read()).toMatchObject({ ...ended, reason: expect.stringMatching(/^it hangs; /) });
});

test('continues without the last finished request if that cannot be read', async () => {
  order('r1');
  own();
  damage(join(root, 'own/ended.json'));
  await run();
  expect(steps).toEqual(forward);
});
