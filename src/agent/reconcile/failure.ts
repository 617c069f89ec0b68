import { errorMessage } from '../../text/error-message.ts';
import type { BackoffPolicy } from '../../timing/backoff.ts';
import type { NodeRecord } from '../runtime/node-record.ts';
import type { StepDescription } from '../runtime/plan.ts';
import { RuntimeError } from '../runtime/runtime-error.ts';

/** How long a node waits after failures in a row: 1 s, 2 s, 4 s … 5 min. */
export const retryPolicy: BackoffPolicy = { firstMs: 1000, maxMs: 5 * 60_000 };

/** What a failed pass means. */
export interface Failure {
  failure: NonNullable<NodeRecord['failure']>;
  /** Whether it differs from the one before. */
  isNew: boolean;
  /** The ports that could not be published; null when the pass failed for another reason, or the ports have served before. */
  rejectedPorts: NonNullable<NodeRecord['ports']> | null;
}

/** `effect` is that of the step that failed; undefined where none was begun. Pure. */
export function classifyFailure(
  error: unknown,
  { failure: previous, everStarted, ports }: Pick<NodeRecord, 'failure' | 'everStarted' | 'ports'>,
  effect?: StepDescription['effect'],
): Failure {
  const fault = error instanceof RuntimeError ? error.fault : undefined;
  const message = errorMessage(error);
  const isRefusedStart = fault === 'refused' && (effect === 'create' || effect === 'start');
  const refusal = isRefusedStart ? { isRefusedStart } : {};
  const isNew = previous?.message !== message;
  return {
    // A runtime that is down is reported once for all nodes.
    failure: { message, count: (previous?.count ?? 0) + 1, quiet: !isNew || fault === 'unreachable', ...refusal },
    isNew,
    rejectedPorts: fault === 'port-conflict' && !everStarted ? ports : null,
  };
}
