import type { Logger } from 'pino';
import type { MutationOutcome } from '../request/outcome.ts';

/** Logs how a mutation ended: what people changed at level debug, what agents report all the time at level trace. */
export function logMutation(log: Logger, { mutation, permission, caller, subject, ...outcome }: MutationOutcome): void {
  const { errorCode, durationMs } = outcome;
  const level = permission === 'executor' ? 'trace' : 'debug';
  if (!log.isLevelEnabled(level)) return;
  log[level](
    {
      mutation,
      actor: caller && {
        organizationId: caller.organizationId,
        keyId: caller.keyId,
        ...(caller.purpose === 'personal' ? { userId: caller.userId } : {}),
      },
      subject: subject && { type: subject.type, id: subject.id },
      outcome: errorCode ?? 'success',
      durationMs: Math.round(durationMs),
    },
    'mutation',
  );
}
