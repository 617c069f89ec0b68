import { expect, test } from 'vitest';
import {
  memberLook,
  memberReasons,
  rolloutLook,
  rolloutSentence,
  type ShownMember,
  type ShownRollout,
} from '../../../../src/console/pages/upgrades/upgrade-state.ts';

const member = (change: Partial<ShownMember>): ShownMember => ({
  ...{ id: 'a', group: 1, state: 'waiting', reason: null, executor: { id: 'x', name: 'a' }, upgrade: null },
  ...change,
});

test.each<[string, Partial<ShownMember>, ReturnType<typeof memberLook>]>([
  ['waits', {}, { word: 'waits', tone: 'idle', why: null }],
  [
    'was asked, and its agent says nothing yet',
    { state: 'under_way', upgrade: { state: 'requested', progress: null, reason: null } },
    { word: 'asked for', tone: 'busy', why: null },
  ],
  [
    'fetches',
    { state: 'under_way', upgrade: { state: 'fetching', progress: 40, reason: 'by mirror 2' } },
    { word: 'fetching, 40 %', tone: 'busy', why: 'by mirror 2' },
  ],
  [
    'failed, whatever its upgrade says',
    { state: 'refused', reason: 'offline', upgrade: { state: 'failed', progress: null, reason: 'before' } },
    { word: 'refused', tone: 'bad', why: 'offline' },
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
  ['runs', rollout({}), /^The control plane asks the next group/],
  ['is paused', rollout({ state: 'paused' }, { waiting: 2, underWay: 2 }), /: 2 wait\. 2 under way go on\.$/],
  [
    'has stopped',
    rollout({ state: 'stopped', reason: 'a failed.' }, { waiting: 3 }),
    /^a failed\. 3 were not asked\.$/,
  ],
  ['has finished', rollout({ state: 'finished' }), /^All are upgraded\.$/],
  ['left some out', rollout({ state: 'finished' }, { skipped: 1 }), /^1 was left out\.$/],
  ['was cancelled', rollout({ state: 'cancelled' }, { underWay: 1 }), /^Nobody else is asked\. 1 under way goes on\.$/],
  ['has a state of a later control plane', rollout({ state: 'baked' as never }), /^$/],
])('says of a rollout that %s', (_what, shown, sentence) => {
  expect(rolloutSentence(shown)).toMatch(sentence);
});

test('a state of a later control plane is shown as it is named', () => {
  expect(rolloutLook('running')).toEqual({ word: 'running', tone: 'busy' });
  expect(rolloutLook('baked')).toEqual({ word: 'baked', tone: 'warning' });
});
