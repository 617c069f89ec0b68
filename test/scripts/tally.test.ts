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
  ['all tests pass', [report({}), 0, false], { passed: 10, failed: 0 }],
  ['a test fails', [report({ numPassedTests: 8 }), 1, false], { passed: 8, failed: 2 }],
  ['a test is skipped', [report({ numPassedTests: 9, numPendingTests: 1 }), 0, false], { passed: 9, failed: 1 }],
  ['a filter leaves tests out', [report({ numPassedTests: 2, numPendingTests: 8 }), 0, true], { passed: 2, failed: 0 }],
  ['one of a filter fails', [report({ numPassedTests: 1, numPendingTests: 8 }), 1, true], { passed: 1, failed: 1 }],
  ['a file cannot be loaded', [report({ numFailedTestSuites: 2 }), 1, false], { passed: 10, failed: 2 }],
  ['it fails for another reason', [report({}), 1, false], { passed: 10, failed: 1 }],
  ['there is no report', [null, 1, false], { passed: 0, failed: 1 }],
];

test.each(cases)('a run in which %s is counted', (_name, [counts, exitCode, hasNameFilter], expected) => {
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
