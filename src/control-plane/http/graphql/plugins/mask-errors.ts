import { GraphQLError } from 'graphql';
import type { YogaMaskedErrorOpts } from 'graphql-yoga';
import type { Logger } from 'pino';
import type { UserErrorCode } from '../../../../contract/types.generated.ts';

/** Replaces an unexpected error by a number, under which the log has the error. Keeps which field it was. */
export const maskErrors = (log: Logger): YogaMaskedErrorOpts => ({
  errorMessage: 'Something went wrong here; it is in the control plane’s log.',
  maskError: (error, message) => {
    const original = error instanceof GraphQLError ? error.originalError : error;
    const isGraphQLError =
      error instanceof GraphQLError && (original === undefined || original instanceof GraphQLError);
    // An error with a path and without a code arose while an answer was put together.
    if (isGraphQLError && (error.path === undefined || error.extensions['code'] !== undefined)) return error;
    const id = crypto.randomUUID();
    log.error({ err: original ?? error, errorId: id }, 'a request failed unexpectedly');
    const { nodes, path } = error instanceof GraphQLError ? error : {};
    return new GraphQLError(`${message} (error ${id})`, {
      nodes: nodes ?? null,
      path: path ?? null,
      extensions: { code: 'internal_error' satisfies UserErrorCode },
    });
  },
});
