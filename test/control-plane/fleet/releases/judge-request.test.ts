import { expect, test } from 'vitest';
import { judgeRequest, type RequestFacts } from '../../../../src/control-plane/fleet/releases/request-upgrade.ts';
import { release } from '../../../harness/release.ts';

const row = (version = '1.1.0', change: Partial<NonNullable<RequestFacts['release']>> = {}) => ({
  ...release(version),
  ...{ id: 'release', versionKey: '', image: null, lowestVersion: null, createdAt: new Date() },
  ...{ withdrawnAt: null, withdrawnReason: null },
  ...change,
});
const upgradability = { canUpgrade: true, platform: 'linux-x64', packaging: 'archive' } as const;
const executor = { name: 'host-1', online: true, version: '1.0.0', channel: 'stable', upgradability };

const judged = (change: Partial<RequestFacts> = {}, of: Partial<RequestFacts['executor']> = {}) =>
  judgeRequest({
    ...{ targetVersion: '1.1.0', release: row(), pending: undefined, ...change },
    executor: { ...executor, ...of },
  });

test('an online executor with an older version can be asked for a release that has its archive', () => {
  expect(judged()).toMatchObject({ id: 'release' });
});

const withdrawn = { withdrawnAt: new Date(), withdrawnReason: 'loses events' };
const cannot = { ...upgradability, canUpgrade: false, reason: 'the folder is read-only' };
const refusals: [what: string, refusal: ReturnType<typeof judged>, code: string, message: string][] = [
  ['no release', judged({ release: undefined }), 'release_not_found', 'there is no release 1.1.0'],
  ['a release that was withdrawn', judged({ release: row('1.1.0', withdrawn) }), 'release_not_found', 'loses events'],
  ['a release of another channel', judged({}, { channel: 'beta' }), 'release_not_found', 'host-1 follows beta'],
  [
    'an upgrade under way',
    judged({ pending: { targetVersion: '1.0.5', requestedBy: 'Ada' } }),
    'upgrade_already_pending',
    'being upgraded to 1.0.5 (Ada)',
  ],
  ['an offline executor', judged({}, { online: false }), 'executor_offline', 'host-1 is offline'],
  ['the same version', judged({}, { version: '1.1.0' }), 'upgrade_not_possible', 'has version 1.1.0 already'],
  ['a later version', judged({}, { version: '1.2.0-rc.1' }), 'upgrade_not_possible', 'not older than 1.1.0'],
  ['a version that is none', judged({}, { version: 'dev' }), 'upgrade_not_possible', 'no semantic version'],
  [
    'a version that is too low',
    judged({ release: row('1.1.0', { lowestVersion: '1.0.1' }) }),
    'upgrade_not_possible',
    'only 1.0.1 and later',
  ],
  ['an agent that says nothing', judged({}, { upgradability: null }), 'agent_outdated', 'does not say'],
  ['an agent that cannot', judged({}, { upgradability: cannot }), 'upgrade_not_possible', 'the folder is read-only'],
  [
    'no archive for the platform',
    judged({}, { upgradability: { ...upgradability, platform: 'linux-arm64' } }),
    'upgrade_not_possible',
    'no archive for linux-arm64',
  ],
  [
    'no image for a container',
    judged({}, { upgradability: { ...upgradability, packaging: 'image' } }),
    'upgrade_not_possible',
    'no container image',
  ],
];

test.each(refusals)('%s is a reason to refuse', (_what, refusal, code, message) => {
  expect(refusal).toEqual({ code, message: expect.stringContaining(message) });
});
