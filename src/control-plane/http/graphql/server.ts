import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createYoga } from 'graphql-yoga';
import type { Logger } from 'pino';
import { systemClock } from '../../../timing/clock.ts';
import { AgentAnswers } from '../../agents/agent-requests/agent-answers.ts';
import type { AddressPolicy } from '../../alerts/webhooks/address-policy.ts';
import type { WebhookDeps } from '../../alerts/webhooks/resolvers.ts';
import type { ClientLifecycle } from '../../nodes/client-lifecycle.ts';
import { ApiKeyAuthenticator } from '../../people/accounts/api-key-authenticator.ts';
import { Authenticator } from '../../people/accounts/authenticator.ts';
import { FailedAttempts } from '../../people/accounts/failed-attempts.ts';
import type { KeyUse } from '../../people/accounts/key-use.ts';
import type { Secret } from '../../people/accounts/secret.ts';
import { buildAuths } from '../../people/sign-in/auths.ts';
import { PasswordWork } from '../../people/sign-in/password-work.ts';
import { SessionAuthenticator } from '../../people/sign-in/session-authenticator.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import type { DatabaseFor, DatabaseUser } from '../../platform/database/database.ts';
import { type Measures, silentMeasures } from '../../platform/monitoring/measures.ts';
import { requestIdOf } from '../../platform/monitoring/request-id.ts';
import { RequestScope } from '../../platform/monitoring/request-scope.ts';
import { noTraces, type Traces } from '../../platform/monitoring/traces.ts';
import { AnswerBudget } from '../../request/answer-budget.ts';
import { type Caller, ownerOf } from '../../request/caller.ts';
import type { RequestContext } from '../../request/context.ts';
import type { OpenStreams } from '../../request/streams/open-streams.ts';
import { AuditTrail } from '../../request/trail/audit-trail.ts';
import type { ControlPlaneSettings } from '../../settings.ts';
import { Changes } from '../changes/changes.ts';
import { readBuiltConsole } from '../console/built-console.ts';
import { serveConsole } from '../console/console.ts';
import { pathPrefix, withoutPrefix } from '../console/path-prefix.ts';
import { Nudges } from '../nudges/nudges.ts';
import { whileDatabaseIsAway } from './database-away.ts';
import { buildHealth } from './health.ts';
import { logMutation } from './log-mutation.ts';
import { answerLimits, maxAnswerValues } from './plugins/answer-limits.ts';
import { auditRefusals } from './plugins/audit-refusals.ts';
import { authenticate, type ServerContext } from './plugins/authenticate.ts';
import { boundQueries } from './plugins/bound-queries.ts';
import { documentCache } from './plugins/document-cache.ts';
import { errorCodes } from './plugins/error-codes.ts';
import { keyFaults } from './plugins/key-faults.ts';
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
  databaseFor: DatabaseFor;
  secret: Secret;
  bus: Bus;
  streams: OpenStreams;
  keyUse: KeyUse;
  settings: ControlPlaneSettings;
  lifecycle: Pick<ClientLifecycle, 'table'>;
  policy: AddressPolicy;
  deliveries: WebhookDeps['deliveries'];
  measures?: Measures;
  requests?: RequestScope;
  traces?: Traces;
  log: Logger;
}

/** The HTTP server, not yet listening: the API at `POST /graphql`, two paths about its health, and the console everywhere else. */
export function buildServer({
  databaseFor,
  secret,
  bus,
  streams,
  keyUse,
  settings,
  lifecycle,
  policy,
  deliveries,
  measures = silentMeasures,
  requests = new RequestScope(),
  traces = noTraces,
  log,
}: ServerDeps): Server {
  const { production } = settings;
  const ofPeople = databaseFor({ share: 'people' });
  const ofCredentials = databaseFor({ share: 'authentication' });
  const apiKeyAuthenticator = new ApiKeyAuthenticator(ofCredentials, new FailedAttempts(), {
    onUse: (keyId, address) => keyUse.note(keyId, address),
  });
  const authenticator = new Authenticator([apiKeyAuthenticator, new SessionAuthenticator(ofCredentials, secret.text)]);
  const nudges = new Nudges(streams);
  const changes = new Changes(streams);
  const answers = new AgentAnswers();
  bus.subscribe({ onMessage: () => undefined, onGap: () => measures.busOpened() });
  for (const listener of [apiKeyAuthenticator, streams, nudges, changes, answers]) bus.subscribe(listener);
  const audit = new AuditTrail(snapshotReaders, log);
  const authOf = buildAuths(ofPeople, secret.text);
  const passwordWork = new PasswordWork();
  const refusals = new RefusalLog(log);
  const yoga = createYoga<ServerContext, RequestContext>({
    schema: buildSchema(
      buildResolvers({
        database: databaseFor({ share: 'agents' }),
        secret,
        nudges,
        changes,
        answers,
        streams,
        apiKeyAuthenticator,
        authOf,
        passwordWork,
        policy,
        deliveries,
        measures,
        ...settings,
        lifecycle,
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
      boundQueries(),
      keyFaults(ofCredentials, audit, (organizationId) => databaseFor({ share: 'agents', organizationId })),
      errorCodes({ hidesSuggestions: production }),
      auditRefusals(audit, (caller) => databaseFor(databaseUse(caller))),
      measureRequests(measures),
      traceOperations(traces),
      ...(production ? [noIntrospection()] : []),
    ],
    maskedErrors: whileDatabaseIsAway(maskErrors(log), { log, clock: systemClock }),
    context: ({ caller, client, cookies = [], requestId = requestIdOf(undefined) }) => {
      const ending = new AbortController();
      const budget = new AnswerBudget(maxAnswerValues(caller));
      const database = databaseFor({
        ...databaseUse(caller),
        signal: ending.signal,
        onSpent: (ms) => budget.spendDatabaseTime(ms),
      });
      return {
        ...{ requestId, client, cookies, caller, database, ending, audit, budget },
        onMutation: (outcome) => {
          logMutation(log, outcome);
          refusals.signIn(client, outcome);
        },
      };
    },
  });
  const health = buildHealth(databaseFor({ share: 'control' }), systemClock);
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

/** Returns on whose account the statements of a request run. A person counts as one caller with all keys and sessions. */
const databaseUse = (caller: Caller | null): DatabaseUser => ({
  share: caller?.purpose === 'executor' ? 'agents' : 'people',
  ...(caller === null ? {} : ownerOf(caller)),
});

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
