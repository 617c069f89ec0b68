import { GraphQLError } from 'graphql';
import type { Logger } from 'pino';
import type { Clock } from '../../../timing/clock.ts';
import { isCancelled, isDatabaseAway, isDatabaseBusy } from '../../platform/database/connection-fault.ts';
import { shares } from '../../platform/database/pool/shares.ts';
import { apiError, databaseAway, databaseBusy, timedOut } from '../../platform/input/errors.ts';

const statementSeconds = shares.people.statementTimeoutMs / 1000;
/** Many requests fail at the same time for the same reason. */
const logAgainAfterMs = 10_000;

export interface Masking {
  errorMessage: string;
  maskError(error: unknown, message: string): GraphQLError;
}

/** Answers 503 while the database is unavailable or busy; other unexpected errors get an id that is in the log. */
export function maskErrors({ log, clock }: { log: Logger; clock: Clock }): Masking {
  let loggedAt = Number.NEGATIVE_INFINITY;
  const logAway = (error: unknown) => {
    if (clock.elapsed() - loggedAt < logAgainAfterMs) return;
    loggedAt = clock.elapsed();
    log.warn({ err: error }, 'database does not respond; requests that need it get HTTP 503');
  };
  return {
    errorMessage: 'Internal error; see the control plane’s log for details.',
    maskError: (error, message) => {
      const original = error instanceof GraphQLError ? error.originalError : error;
      if (isCancelled(original)) return placed(timedOut(statementSeconds), error);
      if (isDatabaseBusy(original)) return placed(databaseBusy(), error);
      if (isDatabaseAway(original)) {
        logAway(original);
        return placed(databaseAway(), error);
      }
      const isGraphQLError =
        error instanceof GraphQLError && (original === undefined || original instanceof GraphQLError);
      // An error with a path and without a code was thrown by a resolver.
      if (isGraphQLError && (error.path === undefined || error.extensions['code'] !== undefined)) return error;
      const id = crypto.randomUUID();
      log.error({ err: original ?? error, errorId: id }, 'a request failed unexpectedly');
      return placed(apiError('internal_error', `${message} (error ${id})`), error);
    },
  };
}

/** Returns the error with the path in the query where it was thrown. */
function placed({ message, extensions }: Pick<GraphQLError, 'message' | 'extensions'>, error: unknown): GraphQLError {
  const { nodes, path } = error instanceof GraphQLError ? error : {};
  return new GraphQLError(message, { nodes: nodes ?? null, path: path ?? null, extensions });
}
