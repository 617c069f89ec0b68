import { GraphQLError } from 'graphql';
import { isAsyncIterable, type Plugin } from 'graphql-yoga';
import type { UserErrorCode } from '../../../../contract/types.generated.ts';
import { shorten } from '../../../../text/shorten.ts';
import type { Issue } from '../../../platform/input/errors.ts';

const maxMessageLength = 300;
/** Suggestions name fields and values of the schema. */
const suggestion = / Did you mean [^?]*\?$/;

export interface ErrorCodesOptions {
  /** Removes GraphQL's suggestions from its messages: without introspection, they would disclose the schema. */
  hidesSuggestions?: boolean;
}

/** Gives GraphQL's own errors our code and HTTP status, whatever content type a client accepts. */
export const errorCodes = (options: ErrorCodesOptions = {}): Plugin => ({
  onExecutionResult: ({ result, setResult }) => {
    if (result === undefined || Array.isArray(result) || isAsyncIterable(result) || !('errors' in result)) return;
    if (result.errors !== undefined) {
      setResult({ ...result, errors: result.errors.map((error) => withErrorCode(error, options)) });
    }
  },
});

/** The message never repeats much of the request, which may be long. */
export function withErrorCode(error: GraphQLError, { hidesSuggestions = false }: ErrorCodesOptions = {}): GraphQLError {
  const code = error.extensions['code'];
  if (code !== undefined && !/^(GRAPHQL_|OPERATION_|BAD_USER_INPUT$|invalid_input$)/.test(String(code))) return error;
  const { nodes, source, positions, path } = error;
  const message = hidesSuggestions ? error.message.replace(suggestion, '') : error.message;
  const issue = variableIssue(message);
  return new GraphQLError(shorten(message, maxMessageLength), {
    nodes: nodes ?? null,
    source: source ?? null,
    positions: positions ?? null,
    path: path ?? null,
    extensions: {
      ...(issue === undefined ? {} : { issues: [issue] }),
      ...error.extensions,
      code: 'invalid_input' satisfies UserErrorCode,
      http: { status: 200 },
    },
  });
}

/** Far more than a path and a reason without the value itself. */
const maxTail = 1000;
const maxLength = 200;

/** Locates the fault in a message such as `Variable "$data" got invalid value 7 at "data.name"; …`. */
export function variableIssue(message: string): Issue | undefined {
  const name = /^Variable "\$(\w+)" /.exec(message)?.[1];
  if (name === undefined) return undefined;
  const [, place = name, reason = message] = /(?: at "([^"]*)")?; ([^;]*)$/.exec(message.slice(-maxTail)) ?? [];
  const steps = place.replaceAll(/\[(\d+)\]/g, '.$1').split('.');
  return {
    path: steps.map((step) => (/^\d+$/.test(step) ? Number(step) : step)),
    message: shorten(reason, maxLength),
  };
}
