import { GraphQLError } from 'graphql';
import type { YogaMaskedErrorOpts } from 'graphql-yoga';
import type { Logger } from 'pino';
import type { UserErrorCode } from '../../../contract/types.generated.ts';
import type { Clock } from '../../../timing/clock.ts';
import { isCancelled, isDatabaseAway, isDatabaseBusy } from '../../platform/database/connection-fault.ts';
import { shares } from '../../platform/database/pool/shares.ts';
import { apiError, timedOut } from '../../platform/input/errors.ts';

const statementSeconds = shares.people.statementTimeoutMs / 1000;
/** Many requests fail in the same moment, for the same reason. */
const logAgainAfterMs = 10_000;

/** Answers 503 while the database is away or busy, and replaces any other unexpected error by an id under which the log has it. */
export function maskErrors({ log, clock }: { log: Logger; clock: Clock }): YogaMaskedErrorOpts {
  let loggedAt = Number.NEGATIVE_INFINITY;
  const logAway = (error: unknown) => {
    if (clock.elapsed() - loggedAt < logAgainAfterMs) return;
    loggedAt = clock.elapsed();
    log.warn({ err: error }, 'the database does not answer; requests that need it get HTTP 503 until it does');
  };
  return {
    errorMessage: 'Something went wrong here; it is in the control plane’s log.',
    maskError: (error, message) => {
      const original = error instanceof GraphQLError ? error.originalError : error;
      if (isCancelled(original)) return placed(timedOut(statementSeconds), error);
      if (isDatabaseBusy(original))
        return placed(unavailable('is busy with other requests; try again in a moment'), error);
      if (isDatabaseAway(original)) {
        logAway(original);
        return placed(unavailable('does not answer right now; try again in a moment'), error);
      }
      const isGraphQLError =
        error instanceof GraphQLError && (original === undefined || original instanceof GraphQLError);
      // An error with a path and without a code arose while an answer was put together.
      if (isGraphQLError && (error.path === undefined || error.extensions['code'] !== undefined)) return error;
      const id = crypto.randomUUID();
      log.error({ err: original ?? error, errorId: id }, 'a request failed unexpectedly');
      const extensions = { code: 'internal_error' satisfies UserErrorCode };
      return placed({ message: `${message} (error ${id})`, extensions }, error);
    },
  };
}

const unavailable = (what: string): GraphQLError =>
  apiError('unavailable', `The control plane’s database ${what}.`, {
    http: { status: 503, headers: { 'retry-after': '5' } },
  });

/** Returns the answer at the place in the query where the error arose. */
function placed({ message, extensions }: Pick<GraphQLError, 'message' | 'extensions'>, error: unknown): GraphQLError {
  const { nodes, path } = error instanceof GraphQLError ? error : {};
  return new GraphQLError(message, { nodes: nodes ?? null, path: path ?? null, extensions });
}
