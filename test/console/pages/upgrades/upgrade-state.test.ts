import { expect, test } from 'vitest';
import {
  generalObstacle,
  memberLook,
  memberReasons,
  obstacle,
  rolloutSentence,
  type ShownMember,
  type ShownRollout,
  stateLook,
  type Upgradeable,
} from '../../../../src/console/pages/upgrades/upgrade-state.ts';
import type { JudgedRelease } from '../../../../src/contract/judge-upgrade.ts';

const executor: Upgradeable = {
  ...{ id: 'a', name: 'host-1', version: '1.0.0', channel: 'stable', status: 'online', upgrade: null },
  upgradability: { canUpgrade: true, reason: null, platform: 'linux-x64', packaging: 'archive' },
};
const release: JudgedRelease = {
  ...{ id: 'r', version: '1.10.0', channel: 'stable', lowestVersion: null, image: null },
  artifacts: [{ platform: 'linux-x64' }],
};
const upgrade: Upgradeable['upgrade'] = {
  ...{ id: 'u', fromVersion: '1.0.0', targetVersion: '1.9.0', state: 'fetching', progress: null, reason: null },
  ...{ requestedBy: 'Ada', requestedAt: '2026-01-01T00:00:00Z', deadline: '2026-01-01T01:00:00Z', endedAt: null },
};

test('an executor that is online can become a later release', () => {
  expect(generalObstacle(executor)).toBeNull();
  expect(obstacle(executor, release)).toBeNull();
});

test('what stands against an upgrade is said in the control plane’s words', () => {
  const offline = 'host-1 is offline; try again when it is online';
  expect(generalObstacle({ ...executor, status: 'offline' })).toBe(offline);
  expect(obstacle({ ...executor, status: 'offline' }, release)).toBe(offline);
  expect(obstacle({ ...executor, upgrade }, release)).toContain('host-1 is being upgraded to 1.9.0 (Ada)');
});

const member = (change: Partial<ShownMember>): ShownMember => ({
  ...{ id: 'a', group: 1, state: 'waiting', reason: null, executor: { id: 'x', name: 'a' }, upgrade: null },
  ...change,
});

const underWay = (state: 'requested' | 'fetching' | 'failed', progress: number | null): Partial<ShownMember> => ({
  state: 'under_way',
  upgrade: { state, progress, reason: progress === null ? null : 'by mirror 2' },
});

test.each<[string, Partial<ShownMember>, ReturnType<typeof memberLook>]>([
  ['waits', {}, { word: 'waiting', tone: 'idle', why: null }],
  [
    'was asked, and its agent says nothing yet',
    underWay('requested', null),
    { word: 'requested', tone: 'busy', why: null },
  ],
  ['fetches', underWay('fetching', 40), { word: 'fetching, 40 %', tone: 'busy', why: 'by mirror 2' }],
  [
    'failed, whatever its upgrade says',
    { ...underWay('failed', null), state: 'refused', reason: 'offline' },
    { word: 'rejected', tone: 'bad', why: 'offline' },
  ],
  ['has a state of a later control plane', { state: 'baked' as never }, { word: 'baked', tone: 'warning', why: null }],
])('a member that %s', (_what, change, look) => {
  expect(memberLook(member(change))).toEqual(look);
});

test('the reasons of a rollout name their executors, also one that is gone', () => {
  const members = [
    member({}),
    member({ state: 'failed', reason: 'no room' }),
    member({ id: 'host-b', executor: null, state: 'gone', reason: 'it was removed' }),
  ];
  expect(memberReasons(members)).toEqual(['a: no room', 'host-b: it was removed']);
});

const rollout = (change: Partial<ShownRollout>, counts: Partial<ShownRollout['counts']> = {}): ShownRollout => ({
  ...{ id: 'r', targetVersion: '2.0.0', groupSize: 1, state: 'running', reason: null, requestedBy: 'Ada' },
  ...{ requestedAt: '', updatedAt: '', endedAt: null },
  counts: { total: 4, waiting: 0, underWay: 0, upgraded: 0, failed: 0, skipped: 0, ...counts },
  ...change,
});

test.each<[string, ShownRollout, RegExp]>([
  ['runs', rollout({}), /^Upgrading one group at a time/],
  ['is paused', rollout({ state: 'paused' }, { waiting: 2, underWay: 2 }), / 2 waiting\. 2 in progress will finish\.$/],
  ['has stopped', rollout({ state: 'stopped', reason: 'a failed.' }, { waiting: 3 }), /^a failed\. 3 not started\.$/],
  ['has finished', rollout({ state: 'finished' }), /^All hosts upgraded\.$/],
  ['left some out', rollout({ state: 'finished' }, { skipped: 1 }), /^1 skipped\.$/],
  [
    'was cancelled',
    rollout({ state: 'cancelled' }, { underWay: 1 }),
    /^No further upgrades start\. 1 in progress will/,
  ],
  ['has a state of a later control plane', rollout({ state: 'baked' as never }), /^$/],
])('says of a rollout that %s', (_what, shown, sentence) => {
  expect(rolloutSentence(shown)).toMatch(sentence);
});

test('a state of a later control plane is shown as it is named', () => {
  expect(stateLook('running')).toEqual({ word: 'running', tone: 'busy' });
  expect(stateLook('baked')).toEqual({ word: 'baked', tone: 'warning' });
});
