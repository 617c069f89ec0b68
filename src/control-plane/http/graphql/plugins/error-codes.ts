import { type DocumentNode, GraphQLError, type GraphQLSchema, isValueNode, Kind } from 'graphql';
import { isAsyncIterable, type Plugin } from 'graphql-yoga';
import { shorten } from '../../../../text/shorten.ts';
import { apiError, invalidInput } from '../../../platform/input/errors.ts';
import type { RequestContext } from '../../../request/context.ts';
import { argumentFaults } from '../argument-faults.ts';
import type { ServerContext } from './authenticate.ts';

const maxMessageLength = 300;
/** Suggestions name fields and values of the schema. */
const suggestion = / Did you mean [^?]*\?$/;
/** HTTP 400 for a request that did not start, for clients that prefer `application/graphql-response+json`. */
const notStarted = { status: 400, spec: true };

/**
 * Gives GraphQL's own errors our code, and faults of arguments our words and paths. Removes the suggestions from
 * GraphQL's messages with `hidesSuggestions`: without introspection, they would disclose the schema.
 */
export const errorCodes = (hidesSuggestions: boolean): Plugin<RequestContext, ServerContext> => {
  const validated = new WeakMap<Request, { document: DocumentNode; schema: GraphQLSchema }>();
  return {
    onValidate: ({ context: { request }, params: { documentAST: document, schema } }) => {
      validated.set(request, { document, schema });
    },
    onExecutionResult: ({ result, setResult, request, context }) => {
      if (result === undefined || Array.isArray(result) || isAsyncIterable(result) || !result.errors) return;
      const { errors } = result;
      const operation = result.data === undefined ? validated.get(request) : undefined;
      const { params } = context as {
        params?: { operationName?: string | null; variables?: Record<string, unknown> | null };
      };
      const faults = operation && errors.some(isOfArgument) ? argumentFaults({ ...operation, ...params }) : [];
      const others = faults.length > 0 ? errors.filter((error) => !isOfArgument(error)) : errors;
      const http = result.data === undefined ? notStarted : { status: 200 };
      setResult({
        ...result,
        errors: [
          ...faults.map(({ field, path, issues }) => invalidInput(issues, { http }, { nodes: field, path })),
          ...others.map((error) => withErrorCode(error, { hidesSuggestions, http })),
        ],
      });
    },
  };
};

/** Whether GraphQL reports the value of an argument. Its error of a scalar has no place. */
function isOfArgument({ nodes, message, extensions }: GraphQLError): boolean {
  // Judged already, with the place in each of its issues.
  if (extensions['issues'] !== undefined) return false;
  const [node] = nodes ?? [];
  if (node === undefined || node.kind === Kind.OBJECT_FIELD || node.kind === Kind.ARGUMENT) return true;
  if (node.kind === Kind.VARIABLE_DEFINITION) return /^Variable "\$\w+" (got|of) /.test(message);
  if (node.kind === Kind.FIELD) return / argument "/.test(message);
  return isValueNode(node) && node.kind !== Kind.VARIABLE;
}

/** The message never repeats much of the request, which may be long. */
export function withErrorCode(
  error: GraphQLError,
  { hidesSuggestions = false, http = { status: 200 } }: { hidesSuggestions?: boolean; http?: object } = {},
): GraphQLError {
  const code = error.extensions['code'];
  if (code !== undefined && !/^(GRAPHQL_|OPERATION_|BAD_USER_INPUT$|invalid_input$)/.test(String(code))) return error;
  const { nodes = null, source = null, positions = null, path = null, message } = error;
  const text = hidesSuggestions ? message.replace(suggestion, '') : message;
  const isOurs = code === 'invalid_input';
  return new GraphQLError(isOurs ? message : shorten(text, maxMessageLength), {
    ...{ nodes, source, positions, path },
    extensions: isOurs ? { ...error.extensions, http } : apiError('invalid_input', '', { http }).extensions,
  });
}
