import { expect, test } from 'vitest';
import { judgeMember } from '../../../../src/control-plane/fleet/rollouts/ask-group.ts';
import { release } from '../../../harness/release.ts';

type Facts = Parameters<typeof judgeMember>[0];

const row = (): NonNullable<Facts['release']> => ({
  ...release('1.1.0'),
  ...{ id: 'release', versionKey: '', image: null, lowestVersion: null, createdAt: new Date() },
  ...{ withdrawnAt: null, withdrawnReason: null },
});
const upgradability = { canUpgrade: true, platform: 'linux-x64', packaging: 'archive' } as const;
const executor = { name: 'host-1', online: true, version: '1.0.0', channel: 'stable', upgradability };
const pending = { id: 'upgrade', targetVersion: '1.1.0', requestedBy: 'Ada' };

test.each<[string, Partial<Facts>, Partial<Facts['executor']>, object]>([
  ['can be asked', {}, {}, { kind: 'ask', release: { id: 'release' } }],
  ['has the version', {}, { version: '1.1.0' }, { kind: 'upgraded' }],
  ['has the version, and is offline', {}, { version: '1.1.0', online: false }, { kind: 'upgraded' }],
  ['has a later version', {}, { version: '1.2.0' }, { kind: 'upgraded' }],
  ['was asked for the same version', { pending }, {}, { kind: 'join', upgradeId: 'upgrade' }],
  ['runs the version, and is judged', { pending }, { version: '1.1.0' }, { kind: 'join', upgradeId: 'upgrade' }],
  [
    'was asked for another version',
    { pending: { ...pending, targetVersion: '1.2.0' } },
    {},
    { kind: 'refused', reason: expect.stringContaining('1.2.0 (Ada)') },
  ],
  ['is offline', {}, { online: false }, { kind: 'refused', reason: expect.stringContaining('offline') }],
  ['has a version that is none', {}, { version: 'dev' }, { kind: 'refused' }],
  ['has no release', { release: undefined }, {}, { kind: 'refused' }],
])('a member that %s', (_what, change, ofExecutor, expected) => {
  const facts = { targetVersion: '1.1.0', release: row(), pending: undefined, ...change };
  expect(judgeMember({ ...facts, executor: { ...executor, ...ofExecutor } })).toMatchObject(expected);
});
