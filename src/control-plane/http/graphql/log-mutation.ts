import type { Logger } from 'pino';
import type { MutationOutcome } from '../../request/outcome.ts';

/** Logs how a mutation ended, at level debug. Leaves out what agents report all the time, as long as it succeeds. */
export function logMutation(log: Logger, { mutation, permission, caller, subject, ...outcome }: MutationOutcome): void {
  const { requestId, errorCode, durationMs } = outcome;
  if (permission === 'executor' && errorCode === null) return;
  log.debug(
    {
      mutation,
      actor: caller && {
        organizationId: caller.organizationId,
        credential: caller.credential,
        ...(caller.purpose === 'personal' ? { userId: caller.userId } : {}),
      },
      subject: subject && { type: subject.type, id: subject.id },
      requestId,
      outcome: errorCode ?? 'success',
      durationMs: Math.round(durationMs),
    },
    'mutation',
  );
}
