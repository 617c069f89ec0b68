import { GraphQLError } from 'graphql';
import type { NodeIssue, UserErrorCode } from '../../../contract/types.generated.ts';
import { describeIssues, domainError, type ErrorDetails, type Issue } from '../../platform/input/errors.ts';
import { errorCodeOf } from '../../request/outcome.ts';

export interface NodeFault {
  code: UserErrorCode;
  message: string;
  /** Faulty values with their paths; empty if the fault is the executor's. */
  issues: readonly Issue[];
  /** For the error of this fault. */
  details?: Omit<ErrorDetails, 'issues'>;
}

export const fault = (code: UserErrorCode, message: string, issues: readonly Issue[] = []): NodeFault => ({
  code,
  message,
  issues,
});

export const faultOfIssues = (code: UserErrorCode, issues: readonly Issue[]): NodeFault[] =>
  issues.length === 0 ? [] : [fault(code, describeIssues(issues), issues)];

/** Returns the fault that an error of the API reports. Rethrows others. */
export function faultOfError(error: unknown): NodeFault {
  if (!(error instanceof GraphQLError)) throw error;
  const { code: _code, retryable: _retryable, issues, http: _http, ...details } = error.extensions;
  return {
    ...fault(errorCodeOf(error) as UserErrorCode, error.message, (issues ?? []) as Issue[]),
    details,
  };
}

/** Returns a fault for people: each of its issues, or its message without any. */
export const issuesOfFault = ({ code, message, issues }: NodeFault): NodeIssue[] =>
  issues.length === 0
    ? [{ code, path: [], message }]
    : issues.map((issue) => ({ code: issue.code ?? code, path: issue.path.map(String), message: issue.message }));

/** Returns one error for all faults, with the code of the first. Each issue has its own if they differ. */
export function errorOfFaults(faults: readonly [NodeFault, ...NodeFault[]]): GraphQLError {
  const isMixed = faults.some(({ code }) => code !== faults[0].code);
  const issues = faults.flatMap(({ code, issues: each }) =>
    each.map((issue) => (isMixed ? { ...issue, code } : issue)),
  );
  const message = faults.map((each) => each.message).join('; ');
  const details: ErrorDetails = Object.assign({}, ...faults.map((each) => each.details));
  return domainError(faults[0].code, message, { ...details, ...(issues.length > 0 && { issues }) });
}

export function throwFaults([first, ...others]: readonly NodeFault[]): void {
  if (first !== undefined) throw errorOfFaults([first, ...others]);
}
