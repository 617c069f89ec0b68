import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createYoga } from 'graphql-yoga';
import type { Logger } from 'pino';
import { systemClock } from '../../timing/clock.ts';
import { ApiKeyAuthenticator } from '../accounts/api-key-authenticator.ts';
import { Authenticator } from '../accounts/authenticator.ts';
import { FailedAttempts } from '../accounts/failed-attempts.ts';
import type { KeyUse } from '../accounts/key-use.ts';
import type { Secret } from '../accounts/secret.ts';
import { AuditTrail } from '../audit/trail/audit-trail.ts';
import type { Bus } from '../bus/bus.ts';
import { Changes } from '../changes/changes.ts';
import { readBuiltConsole } from '../console/built-console.ts';
import { serveConsole } from '../console/console.ts';
import { pathPrefix, withoutPrefix } from '../console/path-prefix.ts';
import type { Database } from '../database/database.ts';
import { Answers } from '../explanations/answers.ts';
import { LogReaders } from '../logs/log-readers.ts';
import { type Measures, silentMeasures } from '../monitoring/measures.ts';
import { requestIdOf } from '../monitoring/request-id.ts';
import { RequestScope } from '../monitoring/request-scope.ts';
import { noTraces, type Traces } from '../monitoring/traces.ts';
import { Nudges } from '../nudges/nudges.ts';
import { buildAuths } from '../people/auths.ts';
import { PasswordWork } from '../people/password-work.ts';
import { SessionAuthenticator } from '../people/session-authenticator.ts';
import { AnswerBudget } from '../request/answer-budget.ts';
import type { RequestContext } from '../request/context.ts';
import type { ControlPlaneSettings } from '../settings.ts';
import type { OpenStreams } from '../streams/open-streams.ts';
import type { AddressPolicy } from '../webhooks/address-policy.ts';
import type { WebhookDeps } from '../webhooks/resolvers.ts';
import { whileDatabaseIsAway } from './database-away.ts';
import { buildHealth } from './health.ts';
import { logMutation } from './log-mutation.ts';
import { answerLimits, maxAnswerValues } from './plugins/answer-limits.ts';
import { auditRefusals } from './plugins/audit-refusals.ts';
import { authenticate, type ServerContext } from './plugins/authenticate.ts';
import { documentCache } from './plugins/document-cache.ts';
import { errorCodes } from './plugins/error-codes.ts';
import { maskErrors } from './plugins/mask-errors.ts';
import { measureRequests } from './plugins/measure-requests.ts';
import { noIntrospection } from './plugins/no-introspection.ts';
import { queryLimits } from './plugins/query-limits.ts';
import { requestBody } from './plugins/request-body.ts';
import { requestRate } from './plugins/request-rate.ts';
import { traceOperations } from './plugins/trace-operations.ts';
import { variableNesting } from './plugins/variable-nesting.ts';
import { RefusalLog } from './refusal-log.ts';
import { buildResolvers } from './resolvers.ts';
import { buildSchema } from './schema.ts';
import { snapshotReaders } from './snapshot-readers.ts';

const endpoint = '/graphql';
/** Longer than proxies keep a connection (60 seconds, most of them): the one that closes must be the one that sends. */
const keepAliveTimeout = 75_000;

export interface ServerDeps {
  database: Database;
  secret: Secret;
  bus: Bus;
  streams: OpenStreams;
  keyUse: KeyUse;
  settings: Pick<
    ControlPlaneSettings,
    | 'production'
    | 'heartbeatIntervalSeconds'
    | 'sampleRetentionDays'
    | 'upgradeDeadlineMinutes'
    | 'signUp'
    | 'publicUrl'
    | 'trustedProxies'
    | 'consoleDir'
  >;
  policy: AddressPolicy;
  deliveries: WebhookDeps['deliveries'];
  measures?: Measures;
  requests?: RequestScope;
  traces?: Traces;
  log: Logger;
}

/** The HTTP server, not yet listening: the API at `POST /graphql`, two paths about its health, and the console everywhere else. */
export function buildServer({
  database,
  secret,
  bus,
  streams,
  keyUse,
  settings,
  policy,
  deliveries,
  measures = silentMeasures,
  requests = new RequestScope(),
  traces = noTraces,
  log,
}: ServerDeps): Server {
  const { production } = settings;
  const apiKeyAuthenticator = new ApiKeyAuthenticator(database, new FailedAttempts(), {
    onUse: (keyId, address) => keyUse.note(keyId, address),
  });
  const authenticator = new Authenticator([apiKeyAuthenticator, new SessionAuthenticator(database, secret.text)]);
  const nudges = new Nudges(streams);
  const changes = new Changes(streams);
  const answers = new Answers();
  const logReaders = new LogReaders(streams);
  bus.subscribe({ onMessage: () => undefined, onGap: () => measures.busOpened() });
  for (const listener of [apiKeyAuthenticator, streams, nudges, changes, answers, logReaders]) bus.subscribe(listener);
  const audit = new AuditTrail(snapshotReaders, log);
  const authOf = buildAuths(database, secret.text);
  const passwordWork = new PasswordWork();
  const refusals = new RefusalLog(log);
  const yoga = createYoga<ServerContext, RequestContext>({
    schema: buildSchema(
      buildResolvers({
        database,
        secret,
        nudges,
        changes,
        answers,
        logReaders,
        apiKeyAuthenticator,
        authOf,
        passwordWork,
        policy,
        deliveries,
        measures,
        ...settings,
      }),
    ),
    graphqlEndpoint: endpoint,
    graphiql: !production,
    landingPage: false,
    healthCheckEndpoint: '/-',
    logging: false,
    cors: false,
    multipart: false,
    maxRequestBodySize: false,
    parserAndValidationCache: {
      documentCache: documentCache(),
      errorCache: { get: () => undefined, set: () => undefined },
    },
    plugins: [
      authenticate(authenticator, settings, refusals),
      requestRate(),
      requestBody(),
      variableNesting(),
      queryLimits(),
      answerLimits(),
      errorCodes({ hidesSuggestions: production }),
      auditRefusals({ audit, database }),
      measureRequests(measures),
      traceOperations(traces),
      ...(production ? [noIntrospection()] : []),
    ],
    maskedErrors: whileDatabaseIsAway(maskErrors(log), { log, clock: systemClock }),
    context: ({ caller, client, cookies = [], requestId = requestIdOf(undefined) }) => ({
      ...{ requestId, client, cookies, caller, database, audit },
      onMutation: (outcome) => {
        logMutation(log, outcome);
        refusals.signIn(client, outcome);
      },
      budget: new AnswerBudget(maxAnswerValues(caller)),
    }),
  });
  const health = buildHealth(database, systemClock);
  const prefix = pathPrefix(settings.publicUrl);
  const answerConsole = serveConsole({ built: readBuiltConsole(settings.consoleDir), prefix });
  const answer = (request: IncomingMessage, response: ServerResponse, requestId: string) => {
    // Not parsed as a URL: a client may send any text.
    request.url = withoutPrefix(request.url ?? '', prefix);
    const path = request.url.split('?')[0] ?? '';
    const healthAnswer = request.method === 'GET' || request.method === 'HEAD' ? health(path) : undefined;
    if (healthAnswer !== undefined)
      return void healthAnswer.then(({ status, text }) => answerText(response, status, text));
    if (path !== endpoint && answerConsole(request, response, path)) return;
    if (path !== endpoint) return refuse(response, 404, `there is nothing here; the API is POST ${endpoint}`);
    const isPage = request.method === 'GET' && !production;
    if (request.method !== 'POST' && !isPage) return refuse(response, 405, `the API is POST ${endpoint}`);
    if (!isPage && !isJson(request.headers['content-type'] ?? ''))
      return refuse(response, 415, 'the API takes application/json in UTF-8');
    // The URL of the request is built from it.
    if (!URL.canParse(`http://${request.headers.host ?? ''}`))
      return refuse(response, 400, 'the Host header is no host');
    return void yoga(request, response, { requestId });
  };
  return createServer({ keepAliveTimeout }, (request, response) => {
    const requestId = requestIdOf(request.headers['x-request-id']);
    response.setHeader('x-request-id', requestId);
    // Answers hold keys and passwords, which no proxy may keep. The files of the console say otherwise themselves.
    response.setHeader('cache-control', 'no-store');
    response.setHeader('x-content-type-options', 'nosniff');
    response.once('finish', () => measures.answered(response.statusCode));
    const traceparent = [request.headers['traceparent']].flat()[0];
    const trace = { name: request.method ?? 'request', traceparent };
    traces.request(trace, (end) => {
      response.once('close', () =>
        end({ 'http.response.status_code': response.statusCode, 'satrap.request.id': requestId }),
      );
      requests.run(requestId, () => answer(request, response, requestId));
    });
  });
}

/** Whether a content type is JSON in UTF-8, which it is where it names no encoding. */
function isJson(contentType: string): boolean {
  const encoding = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(contentType)?.[1];
  return /^application\/json\s*(;|$)/i.test(contentType) && /^utf-?8$/i.test(encoding ?? 'utf-8');
}

function refuse(response: ServerResponse, status: number, text: string): void {
  response.setHeader('connection', 'close');
  answerText(response, status, text);
}

function answerText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(`${text}\n`);
}
