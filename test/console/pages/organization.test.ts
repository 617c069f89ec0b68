import { describe, expect, test } from 'vitest';
import { isOpen, keyState } from '../../../src/console/pages/keys/key-life.ts';
import { memberActs, rolesToGive } from '../../../src/console/pages/members/member-rights.ts';
import {
  boundsOf,
  changedThresholds,
  defaults,
  mutingOf,
  typedOf,
} from '../../../src/console/pages/notifications/settings.ts';
import { changeOf, readRelease, textsOf } from '../../../src/console/pages/releases/release-text.ts';
import { release } from '../../harness/release.ts';

// Decisions of the pages with keys, members, notifications and releases.

test.each([
  [null, null, 'valid', true],
  ['2026-05-08', null, 'expires soon', true],
  ['2026-05-01', null, 'expired', false],
  ['2027-05-01', '2026-04-01', 'revoked', false],
])('a key that expires %s and was revoked %s is %s', (expiresAt, revokedAt, state, open) => {
  const found = keyState({ expiresAt, revokedAt }, Date.parse('2026-05-01'));
  expect([found, isOpen(found)]).toEqual([state, open]);
});

const owner = { mayChange: true, isOwner: true, isSystemAdmin: false };
const admin = { ...owner, isOwner: false };
const member = { ...admin, mayChange: false };
const other = (role: 'owner' | 'admin' | 'member', more = {}) => ({
  ...{ role, isSelf: false, isSystemAdmin: false },
  ...more,
});

test.each([
  ['an owner changes another owner, whose password is not theirs', owner, other('owner'), true, false],
  ['an owner changes an admin', owner, other('admin'), true, true],
  ['an admin changes another admin, without a link', admin, other('admin'), true, false],
  ['an admin does not touch an owner', admin, other('owner'), false, false],
  ['a member changes nobody', member, other('member'), false, false],
  ['nobody removes themselves', owner, other('owner', { isSelf: true }), false, false],
  ['nobody makes a link for a system administrator', owner, other('member', { isSystemAdmin: true }), true, false],
  ['but another one', { ...owner, isSystemAdmin: true }, other('owner', { isSystemAdmin: true }), true, true],
])('%s', (_what, rights, about, change, link) => {
  expect(memberActs(rights, about)).toEqual({ change, link });
  const roles = { owner: ['owner', 'admin', 'member'], admin: ['admin', 'member'], member: [] };
  expect(rolesToGive(rights)).toEqual(roles[rights.isOwner ? 'owner' : rights.mayChange ? 'admin' : 'member']);
});

describe('settings of notifications', () => {
  test('show the stale tip in minutes, send only changes, and stay within bounds', () => {
    const typed = typedOf({ noPeersMinutes: 10, tipProbability: 1.9e-6, memoryPercent: null });
    expect(typed).toEqual({ noPeersMinutes: 10, tipProbability: 132 });
    expect(changedThresholds(typed, typed)).toEqual({});
    expect(changedThresholds(typed, { noPeersMinutes: '', tipProbability: 132 })).toEqual({ noPeersMinutes: null });
    const [most = 1, least = 0] = [30, 276].map(
      (minutes) => changedThresholds({}, { tipProbability: minutes }).tipProbability ?? Number.NaN,
    );
    expect(most).toBeLessThanOrEqual(0.05);
    expect(least).toBeGreaterThanOrEqual(1e-12);
  });

  test('a node is muted for a time, until somebody unmutes it, or not', () => {
    expect(mutingOf('no', 0)).toEqual({ muted: false, mutedUntil: null });
    expect(mutingOf('day', 0)).toEqual({ muted: true, mutedUntil: '1970-01-02T00:00:00.000Z' });
    expect(mutingOf('ever', 0)).toEqual({ muted: true, mutedUntil: null });
  });

  test('have defaults within the bounds of their inputs, and reset to them', () => {
    expect(defaults).toMatchObject({ executorOfflineSeconds: 120, tipProbability: 132, channelFailingMinutes: 15 });
    for (const [key, value] of Object.entries(defaults)) {
      const { min, max } = boundsOf(key as keyof typeof defaults);
      expect([min < max, Number(value) >= min, Number(value) <= max], key).toEqual([true, true, true]);
    }
    expect(boundsOf('tipProbability')).toEqual({ min: 30, max: 276 });
    expect(changedThresholds({ blocksBehind: 9 }, { blocksBehind: 3 }, defaults)).toEqual({ blocksBehind: null });
    expect(changedThresholds({ blocksBehind: 9 }, { blocksBehind: 3 })).toEqual({ blocksBehind: 3 });
  });
});

describe('a release', () => {
  test('is read from its file, and nothing else is', () => {
    const data = release('2.0.0', { lowestVersion: '1.0.0', notes: 'Two\nlines.' });
    expect(readRelease(JSON.stringify(data))).toEqual(data);
    const others = ['', '[]', 'null', '{"version":"1.0.0"}', '{"version":"1.0.0","artifacts":[null]}'];
    expect(others.map(readRelease)).toEqual(others.map(() => null));
  });

  const offered = { channel: 'stable', notes: 'New', withdrawnAt: null, withdrawnReason: null };
  const withdrawn = { ...offered, withdrawnAt: '2026-01-01T00:00:00Z', withdrawnReason: 'breaks nodes' };
  test.each([
    ['a channel with spaces around it', offered, { channel: ' beta ' }, { channel: 'beta' }],
    ['an empty channel, which is none', offered, { channel: ' ' }, null],
    ['empty notes', offered, { notes: '' }, { notes: '' }],
    ['a reason, which does not withdraw', offered, { withdrawnReason: 'bad' }, null],
    ['another reason', withdrawn, { withdrawnReason: 'breaks all nodes' }, { withdrawnReason: 'breaks all nodes' }],
    ['no reason, which does not offer it again', withdrawn, { withdrawnReason: '' }, null],
  ] as const)('is changed by %s', (_case, release, typed, sent) => {
    expect(changeOf({ ...textsOf(release), ...typed }, release)).toEqual(sent);
  });
});
