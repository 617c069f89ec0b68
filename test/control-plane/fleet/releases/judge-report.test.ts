import { expect, test } from 'vitest';
import type { UpgradeReportInput } from '../../../../src/contract/types.generated.ts';
import { judgeReport, type ReportFacts } from '../../../../src/control-plane/fleet/releases/upgrade-report.ts';

const pending = { id: 'asked', targetVersion: '1.1.0', state: 'fetching', progress: 10, reason: null } as const;
const judged = (
  upgrade: Partial<UpgradeReportInput> | null,
  { version = '1.0.0', isOtherInstallation = false }: Partial<ReportFacts> = {},
) =>
  judgeReport(pending, {
    ...{ version, isOtherInstallation },
    upgrade: upgrade === null ? null : { requestId: 'asked', state: 'fetching', ...upgrade },
  });
const ends = (state: string, reason: unknown = null) => ({ ends: { state, reason } });

const cases: [what: string, outcome: ReturnType<typeof judgeReport>, expected: object | null][] = [
  ['silence changes nothing', judged(null), null],
  ['the same again changes nothing', judged({ progress: 10 }), null],
  ['progress is kept', judged({ progress: 40 }), { continues: { state: 'fetching', progress: 40, reason: null } }],
  [
    'another step is kept',
    judged({ state: 'rehearsing', reason: 'plans 3 nodes' }),
    { continues: { state: 'rehearsing', progress: null, reason: 'plans 3 nodes' } },
  ],
  ['a failure ends it', judged({ state: 'failed', reason: 'wrong hash' }), ends('failed', 'wrong hash')],
  ['going back ends it', judged({ state: 'rolled_back', reason: 'crashed' }), ends('rolled_back', 'crashed')],
  ['what is said of another request counts for nothing', judged({ requestId: 'former', state: 'failed' }), null],
  ['the target version ends it', judged(null, { version: '1.1.0' }), ends('committed')],
  [
    'the target version ends it whatever is said of another request',
    judged({ requestId: 'former', state: 'judging' }, { version: '1.1.0' }),
    ends('committed'),
  ],
  [
    'a new version that is still judged may go back',
    judged({ state: 'judging' }, { version: '1.1.0' }),
    { continues: { state: 'judging', progress: null, reason: null } },
  ],
  ['a commit counts with the target version', judged({ state: 'committed' }, { version: '1.1.0' }), ends('committed')],
  ['a commit of another version is none', judged({ state: 'committed' }), null],
  [
    'another installation was not asked',
    judged(null, { isOtherInstallation: true }),
    ends('failed', expect.stringContaining('Another installation')),
  ],
  [
    'another installation of the target version is what was asked for',
    judged(null, { isOtherInstallation: true, version: '1.1.0' }),
    ends('committed'),
  ],
];

test.each(cases)('%s', (_what, outcome, expected) => {
  expect(outcome).toEqual(expected);
});
