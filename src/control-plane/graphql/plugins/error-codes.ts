import { GraphQLError } from 'graphql';
import { isAsyncIterable, type Plugin } from 'graphql-yoga';

/** Gives GraphQL's own errors about a query or its variables our code and HTTP status, whatever content type a client accepts. */
export const errorCodes = (): Plugin => ({
  onExecutionResult: ({ result, setResult }) => {
    if (result === undefined || Array.isArray(result) || isAsyncIterable(result) || !('errors' in result)) return;
    if (result.errors !== undefined) setResult({ ...result, errors: result.errors.map(withErrorCode) });
  },
});

export function withErrorCode(error: GraphQLError): GraphQLError {
  const code = error.extensions['code'];
  if (code !== undefined && !/^(GRAPHQL_|OPERATION_|invalid_input$)/.test(String(code))) return error;
  const { message, nodes, source, positions, path } = error;
  return new GraphQLError(message, {
    nodes: nodes ?? null,
    source: source ?? null,
    positions: positions ?? null,
    path: path ?? null,
    extensions: { ...error.extensions, code: 'invalid_input', http: { status: 200 } },
  });
}
