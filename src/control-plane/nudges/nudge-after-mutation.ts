import type { MutationOutcome } from '../request/outcome.ts';
import type { Nudges } from './nudges.ts';

/** Tells agents what a mutation changed for them, and ends the streams of what it deleted. */
export function nudgeAfterMutation(nudges: Nudges, { mutation, subject, errorCode }: MutationOutcome): void {
  if (errorCode !== null || subject === null) return;
  if (mutation === 'deleteApiKey') nudges.endOfKey(subject.id);
  if (mutation === 'deleteExecutor') nudges.endOfExecutor(subject.id);
  if (subject.notifyExecutorId !== undefined) nudges.nudge(subject.notifyExecutorId);
}
