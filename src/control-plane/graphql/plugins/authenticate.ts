import { GraphQLError, parse, Source } from 'graphql';
import { isAsyncIterable, type Plugin } from 'graphql-yoga';
import type { Caller, Callers } from '../accounts/callers.ts';
import { unauthenticated } from './errors.ts';
import { checkQuery, checkText } from './limits.ts';
import { checkNesting } from './well-formed.ts';

/** What is known of a request before it is read. */
export interface Visitor {
  /** Null without a valid API key. */
  caller: Caller | null;
}

/** Enough to ask for `viewer`, which is all that is answered without a key. */
const mostBytesOfStrangers = 1024;

/** Finds out who calls before a request is read, and refuses what is too large before any work goes into it. */
export const door = (callers: Callers): Plugin<object, Visitor> => ({
  onRequestParse: async ({ request, serverContext }) => {
    serverContext.caller = await callers.of(request.headers.get('authorization'));
    const bytes = Number(request.headers.get('content-length') ?? Number.POSITIVE_INFINITY);
    const hasBody = request.method === 'POST';
    if (serverContext.caller === null && hasBody && !(bytes <= mostBytesOfStrangers)) throw unauthenticated();
  },
  onParams: ({ params }) => checkNesting(params.variables),
  // Neither is called for a document that is remembered.
  onParse: ({ setParseFn }) =>
    setParseFn((source: string | Source, options) => {
      checkText(source instanceof Source ? source.body : source);
      return parse(source, options);
    }),
  onValidate: ({ validateFn, setValidationFn }) =>
    setValidationFn((schema, document, ...rest) => {
      checkQuery(schema, document);
      return validateFn(schema, document, ...rest);
    }),
  onExecutionResult: ({ result, setResult }) => {
    if (result === undefined || Array.isArray(result) || isAsyncIterable(result) || !('errors' in result)) return;
    if (result.errors !== undefined) setResult({ ...result, errors: result.errors.map(named) });
  },
});

/** GraphQL’s own complaints about a query or its variables are answered as ours are, whatever a client accepts. */
function named(error: GraphQLError): GraphQLError {
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
