import { GraphQLError } from 'graphql';
import type { YogaMaskedErrorOpts } from 'graphql-yoga';
import type { Logger } from 'pino';
import type { UserErrorCode } from '../../contract/types.generated.ts';
import type { Clock } from '../../timing/clock.ts';
import { isDatabaseAway } from '../database/connection-fault.ts';

/** Many requests fail in the same moment, for the same reason. */
const logAgainAfterMs = 10_000;

/** Answers with HTTP 503 what fails because the database is away, and leaves every other error to `masked`. */
export function whileDatabaseIsAway(
  masked: YogaMaskedErrorOpts,
  { log, clock }: { log: Logger; clock: Clock },
): YogaMaskedErrorOpts {
  let loggedAt = Number.NEGATIVE_INFINITY;
  return {
    ...masked,
    maskError: (error, message, isDev) => {
      const original = error instanceof GraphQLError ? error.originalError : error;
      if (!isDatabaseAway(original)) return masked.maskError(error, message, isDev);
      if (clock.elapsed() - loggedAt >= logAgainAfterMs) {
        loggedAt = clock.elapsed();
        log.warn({ err: original }, 'the database does not answer; requests that need it get HTTP 503 until it does');
      }
      const { nodes, path } = error instanceof GraphQLError ? error : {};
      return new GraphQLError('The control plane’s database does not answer right now; try again in a moment.', {
        nodes: nodes ?? null,
        path: path ?? null,
        extensions: {
          code: 'unavailable' satisfies UserErrorCode,
          http: { status: 503, headers: { 'retry-after': '5' } },
        },
      });
    },
  };
}
