import { GraphQLError } from 'graphql';
import type { YogaMaskedErrorOpts } from 'graphql-yoga';
import type { Logger } from 'pino';
import type { UserErrorCode } from '../../../contract/types.generated.ts';
import type { Clock } from '../../../timing/clock.ts';
import { isCancelled, isDatabaseAway, isDatabaseBusy } from '../../platform/database/connection-fault.ts';
import { shares } from '../../platform/database/pool/shares.ts';
import { timedOut } from '../../platform/input/errors.ts';

const statementSeconds = shares.people.statementTimeoutMs / 1000;
/** Many requests fail in the same moment, for the same reason. */
const logAgainAfterMs = 10_000;

/** Answers what fails because the database is away, is busy or cancelled a statement, and leaves every other error to `masked`. */
export function whileDatabaseIsAway(
  masked: YogaMaskedErrorOpts,
  { log, clock }: { log: Logger; clock: Clock },
): YogaMaskedErrorOpts {
  let loggedAt = Number.NEGATIVE_INFINITY;
  return {
    ...masked,
    maskError: (error, message, isDev) => {
      const original = error instanceof GraphQLError ? error.originalError : error;
      if (isCancelled(original)) return placed(timedOut(statementSeconds), error);
      if (!isDatabaseAway(original)) return masked.maskError(error, message, isDev);
      if (isDatabaseBusy(original))
        return placed(
          unavailable('The control plane’s database is busy with other requests; try again in a moment.'),
          error,
        );
      if (clock.elapsed() - loggedAt >= logAgainAfterMs) {
        loggedAt = clock.elapsed();
        log.warn({ err: original }, 'the database does not answer; requests that need it get HTTP 503 until it does');
      }
      return placed(
        unavailable('The control plane’s database does not answer right now; try again in a moment.'),
        error,
      );
    },
  };
}

const unavailable = (message: string): GraphQLError =>
  new GraphQLError(message, {
    extensions: {
      code: 'unavailable' satisfies UserErrorCode,
      http: { status: 503, headers: { 'retry-after': '5' } },
    },
  });

/** Returns the answer at the place in the query where the error arose. */
function placed({ message, extensions }: GraphQLError, error: unknown): GraphQLError {
  const { nodes, path } = error instanceof GraphQLError ? error : {};
  return new GraphQLError(message, { nodes: nodes ?? null, path: path ?? null, extensions });
}
