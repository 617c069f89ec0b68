/** Counts in vitest's JSON report. */
export interface VitestReport {
  numTotalTests: number;
  numPassedTests: number;
  /** Skipped tests. */
  numPendingTests: number;
  numFailedTestSuites: number;
  testResults: { assertionResults: { fullName: string; status: string; failureMessages: string[] }[] }[];
}

export interface Tally {
  passed: number;
  failed: number;
}

/**
 * Counts the tests of a run. A skipped test counts as failed, unless a name filter excluded it. A run that fails without a failed test, for
 * example because a file cannot be loaded, counts its suites. Without a report everything failed.
 */
export function tally(report: VitestReport | null, exitCode: number | null, hasNameFilter: boolean): Tally {
  if (report === null) return { passed: 0, failed: 1 };
  const { numTotalTests, numPassedTests: passed, numPendingTests, numFailedTestSuites } = report;
  const failedTests = numTotalTests - passed - (hasNameFilter ? numPendingTests : 0);
  if (failedTests > 0) return { passed, failed: failedTests };
  return { passed, failed: exitCode === 0 ? 0 : Math.max(1, numFailedTestSuites) };
}

/** Returns the tests that passed only on retry, each with the first line of its failure. */
export const flakyTests = ({ testResults }: VitestReport): string[] =>
  testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
    .map(({ fullName, failureMessages: [message = ''] }) => `${fullName}: ${message.split('\n', 1)[0]}`);
