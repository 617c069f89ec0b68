import { expect, test } from 'vitest';
import { readRollout, writeRollout } from '../../../src/console/upgrades/kept-rollout.ts';
import { groupsOf, nextStep, planRollout, progressOf } from '../../../src/console/upgrades/rollout.ts';
import type { RolloutExecutor } from '../../../src/console/upgrades/shown-upgrade.ts';

const target = '2.0.0';
const executor = (id: string, change: Partial<RolloutExecutor> = {}): RolloutExecutor => ({
  ...{ id, name: id, version: '1.0.0', channel: 'stable', status: 'online', upgradability: null, upgrade: null },
  upgrades: [],
  ...change,
});
const upgraded = (id: string) => executor(id, { version: target });
const withUpgrade = (id: string, state: RolloutExecutor['upgrades'][number]['state'], change = {}) => {
  const isOver = ['committed', 'rolled_back', 'failed', 'cancelled', 'timed_out'].includes(state);
  const upgrade = {
    ...{ id: `upgrade of ${id}`, fromVersion: '1.0.0', targetVersion: target, state, progress: null, reason: null },
    ...{ requestedBy: 'me', requestedAt: '', deadline: '', endedAt: isOver ? '2026-01-01T00:00:00Z' : null },
    ...change,
  };
  return executor(id, { upgrades: [upgrade] });
};

const all = [executor('a'), executor('b'), executor('c')];
const plan = planRollout(all, { targetVersion: target, groupSize: 2 });
const next = (executors: readonly RolloutExecutor[], asked = {}) => nextStep(progressOf(plan, executors, asked));
const [a, b, c] = all as [RolloutExecutor, RolloutExecutor, RolloutExecutor];

test('divides executors into groups of a size', () => {
  expect(groupsOf(['a', 'b', 'c'], 2)).toEqual([['a', 'b'], ['c']]);
  expect(groupsOf([], 2)).toEqual([]);
});

test.each([
  ['asks the first group', next(all), { kind: 'ask', ids: ['a', 'b'] }],
  ['waits for those that were asked, also before the inventory says so', next(all, { a: null, b: null }), 'wait'],
  ['waits for those under way', next([withUpgrade('a', 'fetching'), upgraded('b'), c]), 'wait'],
  [
    'asks the next group when the first one is done',
    next([upgraded('a'), upgraded('b'), c]),
    { kind: 'ask', ids: ['c'] },
  ],
  ['asks no further group after a failure', next([withUpgrade('a', 'rolled_back'), upgraded('b'), c]), 'stopped'],
  [
    'lets the others of the group end first',
    next([withUpgrade('a', 'failed'), withUpgrade('b', 'judging'), c]),
    'wait',
  ],
  ['takes a refusal for a failure', next([a, upgraded('b'), c], { a: 'It is offline.' }), 'stopped'],
  ['takes a cancelled upgrade for a failure', next([withUpgrade('a', 'cancelled'), upgraded('b'), c]), 'stopped'],
  ['takes one that is gone for a failure', next([upgraded('b'), c]), 'stopped'],
  ['ends when all are done', next([upgraded('a'), upgraded('b'), withUpgrade('c', 'committed')]), 'finished'],
])('%s', (_what, step, expected) => {
  expect(step).toEqual(typeof expected === 'string' ? { kind: expected } : expected);
});

test('an upgrade from before the plan is none of it', () => {
  const before = [withUpgrade('a', 'failed'), b, c];
  const again = planRollout(before, { targetVersion: target, groupSize: 1 });
  expect(nextStep(progressOf(again, before, {}))).toEqual({ kind: 'ask', ids: ['a'] });
  const [[shown] = []] = progressOf(again, [withUpgrade('a', 'fetching', { id: 'new', progress: 40 }), b, c], {});
  expect(shown).toMatchObject({ stage: 'under way', word: 'fetching', progress: 40 });
});

test('a plan that a page left is read as it was written, and finds again what it had asked for', () => {
  const former = planRollout([withUpgrade('a', 'committed'), b], { targetVersion: target, groupSize: 1 });
  const kept = readRollout(writeRollout(former));
  expect(kept).toEqual(JSON.parse(JSON.stringify(former)));
  expect(kept && progressOf(kept, [withUpgrade('a', 'fetching', { id: 'later' }), b], {}).flat()).toMatchObject([
    { id: 'a', stage: 'under way' },
    { id: 'b', stage: 'waiting' },
  ]);
});

test.each([
  ['nothing', undefined],
  ['no JSON', '{'],
  ['no plan', 'null'],
  ['strange groups', JSON.stringify({ ...plan, groups: [[7]] })],
  ['strange upgrades', JSON.stringify({ ...plan, formerUpgrades: null })],
])('no plan is taken up where %s was kept', (_case, text) => {
  expect(readRollout(text)).toBeNull();
});
