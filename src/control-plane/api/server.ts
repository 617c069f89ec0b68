import { createServer, type Server } from 'node:http';
import { GraphQLError, NoSchemaIntrospectionCustomRule } from 'graphql';
import { createYoga, type Plugin } from 'graphql-yoga';
import type { ApiContext, ServerContext } from './context.ts';
import { limitQueries } from './limits.ts';
import { buildSchema } from './schema.ts';

const path = '/graphql';
/** A batch of a thousand events with all their data stays below this. */
const mostBodyBytes = 20 * 1024 * 1024;

/** The HTTP server of the API, not yet listening: `POST /graphql`, and nothing else. */
export function buildServer(context: ServerContext): Server {
  const { callers, settings, log } = context;
  const yoga = createYoga<object, ApiContext>({
    schema: buildSchema(),
    graphqlEndpoint: path,
    graphiql: !settings.production,
    landingPage: false,
    healthCheckEndpoint: '/-',
    logging: false,
    parserAndValidationCache: true,
    plugins: [rules(settings.production)],
    maskedErrors: {
      maskError: (error, message) => {
        const original = error instanceof GraphQLError ? error.originalError : error;
        const ours = error instanceof GraphQLError && (original === undefined || original instanceof GraphQLError);
        if (ours) return error;
        const id = crypto.randomUUID();
        log.error({ err: original, errorId: id }, 'a request failed unexpectedly');
        return new GraphQLError(`${message} (error ${id})`, { extensions: { code: 'internal_error' } });
      },
      errorMessage: 'Something went wrong here; it is in the control plane’s log.',
    },
    context: async ({ request }) => ({ ...context, caller: await callers.of(request.headers.get('authorization')) }),
  });
  return createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname !== path) return refuse(response, 404, `there is nothing here; the API is POST ${path}`);
    if (request.method === 'GET' && settings.production) return refuse(response, 405, `the API is POST ${path}`);
    if (Number(request.headers['content-length'] ?? 0) > mostBodyBytes)
      return refuse(response, 413, 'the request is larger than 20 MiB');
    return void yoga(request, response);
  });
}

function refuse(response: import('node:http').ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' }).end(`${text}\n`);
}

const rules = (production: boolean): Plugin => ({
  onValidate: ({ addValidationRule }) => {
    addValidationRule(limitQueries);
    if (production) addValidationRule(NoSchemaIntrospectionCustomRule);
  },
});
