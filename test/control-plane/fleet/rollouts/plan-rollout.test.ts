import { expect, test } from 'vitest';
import { judgeMember } from '../../../../src/control-plane/fleet/rollouts/advance-rollout.ts';
import {
  type MemberFacts,
  type MemberOutcome,
  planRollout,
  settle,
} from '../../../../src/control-plane/fleet/rollouts/plan-rollout.ts';
import { releaseRow, upgradableExecutor } from '../../../harness/release.ts';

const target = '2.0.0';
const member = (name: string, change: Partial<MemberFacts> = {}): MemberFacts => ({
  ...{ position: 'abcdef'.indexOf(name), groupNumber: 1 + Math.floor('abcdef'.indexOf(name) / 2), name },
  ...{ state: 'waiting', reason: null, version: '1.0.0', upgrade: null },
  ...change,
});
type Upgrade = NonNullable<MemberFacts['upgrade']>;
const underWay = (state: Upgrade['state'], change: Partial<MemberFacts> = {}) => {
  const hasEnded = ['committed', 'rolled_back', 'failed', 'cancelled', 'timed_out'].includes(state);
  return member('a', { state: 'under_way', upgrade: { state, reason: 'why', hasEnded }, ...change });
};

test.each<[string, MemberFacts, MemberOutcome['state'], string | null]>([
  ['waits, although it has the version', member('a', { version: target }), 'waiting', null],
  ['was deleted while it waited', member('a', { version: null }), 'gone', null],
  ['was deleted while it was under way', member('a', { state: 'under_way', version: null }), 'gone', null],
  ['runs the version, and is judged', underWay('judging', { version: target }), 'under_way', null],
  ['is done, and runs a later version by now', underWay('committed', { version: '3.0.0' }), 'upgraded', 'why'],
  ['was cancelled', underWay('cancelled'), 'cancelled', 'why'],
  ['was too late', underWay('timed_out'), 'timed_out', 'why'],
  ['was too late, and runs the version', underWay('timed_out', { version: target }), 'upgraded', null],
  [
    'has a request that is forgotten',
    underWay('requested', { upgrade: null }),
    'failed',
    'Its upgrade is no longer on record.',
  ],
  [
    'was refused before, and was deleted since',
    member('a', { state: 'refused', version: null, reason: 'offline' }),
    'refused',
    'offline',
  ],
])('a member that %s', (_what, facts, state, reason) => {
  expect(settle(facts, target)).toEqual({ state, reason });
});

const states = (...given: MemberFacts['state'][]) =>
  given.map((state, index) => member('abcdef'[index] ?? '', { state, reason: `reason ${index}` }));
const names = (step: ReturnType<typeof planRollout>) =>
  step.kind === 'ask' ? step.group.map(({ name }) => name).join(' ') : step.kind;

test.each<[string, Parameters<typeof planRollout>, string]>([
  ['waits for the group that was asked', ['running', states('upgraded', 'under_way', 'waiting')], 'wait'],
  ['passes over members that are left out', ['running', states('skipped', 'upgraded', 'waiting')], 'c'],
  ['asks the rest of a group', ['running', states('upgraded', 'waiting', 'waiting')], 'b'],
  ['stops at once, also while others of the group are under way', ['running', states('under_way', 'failed')], 'stop'],
  ['stops when somebody took a request back', ['running', states('cancelled', 'upgraded', 'waiting')], 'stop'],
  ['stops at a member that is gone when its turn comes', ['running', states('upgraded', 'upgraded', 'gone')], 'stop'],
  ['does not stop before', ['running', states('under_way', 'upgraded', 'gone')], 'wait'],
  ['stops while it is paused', ['paused', states('under_way', 'timed_out', 'waiting')], 'stop'],
  ['finishes while it is paused', ['paused', states('upgraded', 'upgraded')], 'finish'],
  ['does nothing once it has stopped', ['stopped', states('failed', 'upgraded', 'waiting')], 'wait'],
])('a rollout %s', (_what, [state, members], expected) => {
  expect(names(planRollout(state, members))).toBe(expected);
});

test.each<[string, Parameters<typeof planRollout>[1], string]>([
  [
    'that others of the group failed too',
    states('rolled_back', 'refused'),
    'a was rolled back to its previous version: reason 0; 1 more of its group failed.',
  ],
  [
    'a reason that is a sentence',
    [member('a', { state: 'cancelled', reason: 'Cancelled by Ada.' })],
    'a had its upgrade cancelled: Cancelled by Ada.',
  ],
])('a rollout that stops names %s', (_what, members, reason) => {
  expect(planRollout('running', members)).toEqual({ kind: 'stop', reason });
});

type Facts = Parameters<typeof judgeMember>[0];

const pending = { id: 'upgrade', targetVersion: '1.1.0', requestedBy: 'Ada' };

test.each<[string, Partial<Facts>, Partial<Facts['executor']>, object]>([
  ['has the version, and is offline', {}, { version: '1.1.0', online: false }, { kind: 'upgraded' }],
  ['has a later version', {}, { version: '1.2.0' }, { kind: 'upgraded' }],
  ['runs the version, and is judged', { pending }, { version: '1.1.0' }, { kind: 'join', upgradeId: 'upgrade' }],
  [
    'was asked for another version',
    { pending: { ...pending, targetVersion: '1.2.0' } },
    {},
    { kind: 'refused', reason: expect.stringContaining('1.2.0 (Ada)') },
  ],
  ['is offline', {}, { online: false }, { kind: 'refused', reason: expect.stringContaining('offline') }],
  ['has a version that is none', {}, { version: 'dev' }, { kind: 'refused' }],
])('a member that %s', (_what, change, ofExecutor, expected) => {
  const facts = { targetVersion: '1.1.0', release: releaseRow(), pending: undefined, ...change };
  expect(judgeMember({ ...facts, executor: { ...upgradableExecutor, ...ofExecutor } })).toMatchObject(expected);
});
