import { createServer, type Server, type ServerResponse } from 'node:http';
import { GraphQLError, NoSchemaIntrospectionCustomRule } from 'graphql';
import { createYoga, type Plugin } from 'graphql-yoga';
import { prepareTouch } from '../executors/touch.ts';
import { batchedNodes } from '../nodes/batch.ts';
import type { ApiContext, ServerContext } from './context.ts';
import { DocumentCache } from './document-cache.ts';
import { door, type Visitor } from './door.ts';
import { buildSchema } from './schema.ts';

const path = '/graphql';
/** A batch of a thousand events with all their data stays below this. */
const mostBodyBytes = 20 * 1024 * 1024;

/** The HTTP server of the API, not yet listening: `POST /graphql`, and nothing else. */
export function buildServer(context: ServerContext): Server {
  const { callers, settings, log, database } = context;
  const touchExecutor = prepareTouch(database);
  const yoga = createYoga<Visitor, ApiContext>({
    schema: buildSchema(),
    graphqlEndpoint: path,
    graphiql: !settings.production,
    landingPage: false,
    healthCheckEndpoint: '/-',
    logging: false,
    cors: false,
    multipart: false,
    maxRequestBodySize: mostBodyBytes,
    parserAndValidationCache: {
      documentCache: new DocumentCache(),
      errorCache: { get: () => undefined, set: () => undefined },
    },
    plugins: [door(callers), ...(settings.production ? [withoutIntrospection] : [])],
    maskedErrors: {
      maskError: (error, message) => {
        const original = error instanceof GraphQLError ? error.originalError : error;
        const ours = error instanceof GraphQLError && (original === undefined || original instanceof GraphQLError);
        // What has a path and no code went wrong while an answer was put together.
        if (ours && (error.path === undefined || error.extensions['code'] !== undefined)) return error;
        const id = crypto.randomUUID();
        log.error({ err: original ?? error, errorId: id }, 'a request failed unexpectedly');
        return new GraphQLError(`${message} (error ${id})`, { extensions: { code: 'internal_error' } });
      },
      errorMessage: 'Something went wrong here; it is in the control plane’s log.',
    },
    context: ({ caller }) => ({ ...context, caller, touchExecutor, nodesOn: batchedNodes(database) }),
  });
  return createServer((request, response) => {
    // Not parsed as a URL: what a client sends need not be one.
    if (request.url?.split('?')[0] !== path)
      return refuse(response, 404, `there is nothing here; the API is POST ${path}`);
    const isPage = request.method === 'GET' && !settings.production;
    if (request.method !== 'POST' && !isPage) return refuse(response, 405, `the API is POST ${path}`);
    if (!isPage && !/^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? ''))
      return refuse(response, 415, 'the API takes application/json');
    return void yoga(request, response);
  });
}

function refuse(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' }).end(`${text}\n`);
}

const withoutIntrospection: Plugin = {
  onValidate: ({ addValidationRule }) => addValidationRule(NoSchemaIntrospectionCustomRule),
};
