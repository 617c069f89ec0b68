import { expect, test } from 'vitest';
import { flakyTests, type Tally, tally, type VitestReport } from '../../scripts/tally.ts';

const report = (counts: Partial<VitestReport>): VitestReport => ({
  numTotalTests: 10,
  numPassedTests: 10,
  numPendingTests: 0,
  numFailedTestSuites: 0,
  testResults: [],
  ...counts,
});

const cases: [name: string, arguments_: Parameters<typeof tally>, expected: Tally][] = [
  ['a run in which all tests pass counts them', [report({}), 0, false], { passed: 10, failed: 0 }],
  ['a test that fails counts as failed', [report({ numPassedTests: 8 }), 1, false], { passed: 8, failed: 2 }],
  [
    'a skipped test counts as failed',
    [report({ numPassedTests: 9, numPendingTests: 1 }), 0, false],
    { passed: 9, failed: 1 },
  ],
  [
    'a test that a filter for names leaves out does not count',
    [report({ numPassedTests: 2, numPendingTests: 8 }), 0, true],
    { passed: 2, failed: 0 },
  ],
  [
    'a test that fails counts as failed beside those that a filter leaves out',
    [report({ numPassedTests: 1, numPendingTests: 8 }), 1, true],
    { passed: 1, failed: 1 },
  ],
  [
    'a file that cannot be loaded counts as failed',
    [report({ numFailedTestSuites: 2 }), 1, false],
    { passed: 10, failed: 2 },
  ],
  ['a run that fails for another reason counts as one failure', [report({}), 1, false], { passed: 10, failed: 1 }],
  ['a run without a report counts as one failure', [null, 1, false], { passed: 0, failed: 1 }],
];

test.each(cases)('%s', (_name, [counts, exitCode, hasNameFilter], expected) => {
  expect(tally(counts, exitCode, hasNameFilter)).toEqual(expected);
});

test('a test that passed only when it was repeated is named with why it failed', () => {
  const assertionResults = [
    { fullName: 'steady', status: 'passed', failureMessages: [] },
    { fullName: 'flaky', status: 'passed', failureMessages: ['Error: too late\n    at a line'] },
    { fullName: 'broken', status: 'failed', failureMessages: ['Error: wrong', 'Error: wrong'] },
  ];
  expect(flakyTests(report({ testResults: [{ assertionResults }] }))).toEqual(['flaky: Error: too late']);
});
