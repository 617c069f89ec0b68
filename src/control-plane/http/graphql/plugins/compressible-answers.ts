import type { Plugin } from 'graphql-yoga';
import type { RequestContext } from '../../../request/context.ts';
import type { ServerContext } from './authenticate.ts';
import { operationTypeOf } from './bound-queries.ts';

/**
 * Allows answers to queries to be compressed. The size of a compressed answer says something about secrets beside texts
 * that an attacker chose (BREACH). Secrets are in answers to mutations, which are never compressed, and in that to
 * `nodeRpcCredentials`, which repeats no text of its request; and no page of another origin can send a query with a
 * session's cookie.
 */
export function compressibleAnswers(): Plugin<RequestContext, ServerContext> {
  const queries = new WeakSet<Request>();
  return {
    onExecute: ({ args: { contextValue, document, operationName } }) => {
      const { request } = contextValue as Partial<{ request: Request }>;
      if (request !== undefined && operationTypeOf(document, operationName) === 'query') queries.add(request);
    },
    onResultProcess: ({ request, serverContext }) => {
      serverContext.isCompressible = queries.has(request);
    },
  };
}
