import type { Logger } from 'pino';
import { shorten } from '../../../text/shorten.ts';
import { tokenBuckets } from '../../../timing/token-buckets.ts';
import { addressBlock } from '../../people/accounts/failed-attempts.ts';
import type { RequestClient } from '../../request/caller.ts';
import type { MutationOutcome } from '../../request/outcome.ts';

/** Lines per client, so that a flood from one hides no other. */
const ofClient = { burst: 20, perSecond: 0.1, maxOwners: 10_000 };
/** Lines of all clients together: clients must not control the size of the log. */
const ofAll = { burst: 300, perSecond: 1, maxOwners: 1 };
const all = 'all';
const maxAgentLength = 200;

const signIns: ReadonlySet<string> = new Set(['signIn', 'confirmSignIn', 'completeSingleSignOn']);
/** Bad requests and server faults are not refusals of a credential. */
const noRefusals: ReadonlySet<string> = new Set(['invalid_input', 'internal_error', 'unavailable', 'timed_out']);

export type RefusalLog = ReturnType<typeof refusalLog>;

/** Logs refused credentials at level info, in few lines and without their content. `now` returns monotonic ms. */
export function refusalLog(log: Logger, now?: () => number) {
  const clients = tokenBuckets(ofClient, now);
  const together = tokenBuckets(ofAll, now);
  let unlogged = 0;
  const write = ({ address, userAgent }: RequestClient, details: object, message: string): void => {
    const block = address === null ? 'none' : addressBlock(address);
    if (clients.take(block) > 0 || together.take(all) > 0) {
      unlogged++;
      return;
    }
    const agent = userAgent && shorten(userAgent, maxAgentLength);
    log.info({ address, userAgent: agent, ...details, ...(unlogged > 0 && { unlogged }) }, message);
    unlogged = 0;
  };
  return {
    credential: (client: RequestClient) => write(client, {}, 'refused credential'),
    signIn: (client: RequestClient, { mutation, errorCode, requestId }: MutationOutcome) => {
      if (errorCode === null || noRefusals.has(errorCode) || !signIns.has(mutation)) return;
      write(client, { mutation, errorCode, requestId }, 'refused sign-in');
    },
  };
}

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
