import { expect, test } from 'vitest';
import type { UpgradeReportInput } from '../../../../src/contract/types.generated.ts';
import { judgeRequest, type RequestFacts } from '../../../../src/control-plane/fleet/releases/request-upgrade.ts';
import { judgeReport, type ReportFacts } from '../../../../src/control-plane/fleet/releases/upgrade-report.ts';
import { releaseRow as row, upgradableExecutor } from '../../../harness/release.ts';

const { upgradability } = upgradableExecutor;

const judged = (change: Partial<RequestFacts> = {}, of: Partial<RequestFacts['executor']> = {}) =>
  judgeRequest({
    ...{ targetVersion: '1.1.0', release: row(), pending: undefined, ...change },
    executor: { ...upgradableExecutor, ...of },
  });

test('an online executor with an older version can be upgraded to a fitting release', () => {
  expect(judged()).toMatchObject({ id: 'release' });
});

const refusals: [what: string, refusal: ReturnType<typeof judged>, code: string, message: string][] = [
  ['a release of another channel', judged({}, { channel: 'beta' }), 'release_not_found', 'host-1 follows beta'],
  ['an offline executor', judged({}, { online: false }), 'executor_offline', 'host-1 is offline'],
  ['the same version', judged({}, { version: '1.1.0' }), 'upgrade_not_possible', 'already has version 1.1.0'],
  ['a later version', judged({}, { version: '1.2.0-rc.1' }), 'upgrade_not_possible', 'newer than 1.1.0'],
  ['a version that is none', judged({}, { version: 'dev' }), 'upgrade_not_possible', 'not a semantic version'],
  [
    'a version that is too low',
    judged({ release: row('1.1.0', { lowestVersion: '1.0.1' }) }),
    'upgrade_not_possible',
    'requires 1.0.1 or later',
  ],
  [
    'an agent that says nothing',
    judged({}, { upgradability: null }),
    'agent_outdated',
    'does not support remote upgrades',
  ],
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
  expect(refusal).toMatchObject({ code, message: expect.stringContaining(message) });
});

const pending = { id: 'asked', targetVersion: '1.1.0', state: 'fetching', progress: 0.1, reason: null } as const;
const reported = (
  upgrade: Partial<UpgradeReportInput> | null,
  { version = '1.0.0', isOtherInstallation = false }: Partial<ReportFacts> = {},
) =>
  judgeReport(pending, {
    ...{ version, isOtherInstallation },
    upgrade: upgrade === null ? null : { requestId: 'asked', state: 'fetching', ...upgrade },
  });
const committed = { ends: { state: 'committed', reason: null } };

const cases: [what: string, outcome: ReturnType<typeof judgeReport>, expected: object | null][] = [
  ['the same again changes nothing', reported({ progress: 0.1 }), null],
  [
    'another step is kept',
    reported({ state: 'rehearsing', reason: 'plans 3 nodes' }),
    { continues: { state: 'rehearsing', progress: null, reason: 'plans 3 nodes' } },
  ],
  ['what is said of another request counts for nothing', reported({ requestId: 'former', state: 'failed' }), null],
  [
    'the target version ends it whatever is said of another request',
    reported({ requestId: 'former', state: 'judging' }, { version: '1.1.0' }),
    committed,
  ],
  [
    'a new version that is still reported may go back',
    reported({ state: 'judging' }, { version: '1.1.0' }),
    { continues: { state: 'judging', progress: null, reason: null } },
  ],
  ['a commit of another version is none', reported({ state: 'committed' }), null],
  [
    'another installation of the target version is what was asked for',
    reported(null, { isOtherInstallation: true, version: '1.1.0' }),
    committed,
  ],
];

test.each(cases)('%s', (_what, outcome, expected) => {
  expect(outcome).toEqual(expected);
});
