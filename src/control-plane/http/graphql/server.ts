import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer, type Server as TlsServer } from 'node:https';
import type { Logger } from 'pino';
import { systemClock } from '../../../timing/clock.ts';
import { pulseOfMany } from '../../../timing/pulse-of-many.ts';
import { AgentAnswers } from '../../agents/agent-requests/agent-answers.ts';
import type { ResolverDeps } from '../../features/feature.ts';
import { ApiKeyAuthenticator } from '../../people/accounts/api-key-authenticator.ts';
import { failedAttempts } from '../../people/accounts/failed-attempts.ts';
import { keyHolderFinder } from '../../people/accounts/find-key-holder.ts';
import type { KeyUse } from '../../people/accounts/key-use.ts';
import { claimsAgent } from '../../people/accounts/tokens.ts';
import { buildAuths, PasswordWork } from '../../people/sign-in/auths.ts';
import { sessionAuthenticator } from '../../people/sign-in/session-authenticator.ts';
import type { ProviderFile } from '../../people/sign-in/single-sign-on/provider-file.ts';
import { SingleSignOn } from '../../people/sign-in/single-sign-on/single-sign-on.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import type { DatabaseFor, Read } from '../../platform/database/database.ts';
import { BodyMemory } from '../../platform/load/body-memory.ts';
import { type RequestScope, requestIdOf } from '../../platform/monitoring/request-scope.ts';
import type { Traces } from '../../platform/monitoring/traces.ts';
import type { ControlPlaneSettings } from '../../settings.ts';
import { pathPrefix, withoutPrefix } from '../console/console.ts';
import type { ServerCertificate } from '../server-certificate.ts';
import { changesTo } from '../streams/changes.ts';
import { nudgesTo } from '../streams/nudges.ts';
import { AgentResponder } from './answer-agent.ts';
import { answerError, type Exchange, refuse } from './answer-error.ts';
import { type AskDatabase, databaseCheck } from './health.ts';
import { maskErrors } from './mask-errors.ts';
import { bodyCharges } from './plugins/caller-rates.ts';
import { type Answering, answerWith, keepAliveSeconds } from './plugins/event-streams.ts';
import { buildRoutes, endpoint } from './routes.ts';
import { buildYoga } from './yoga.ts';

/** Longer than the keep-alive of most proxies (60 seconds): the sender must be the one that closes the connection. */
const keepAliveTimeout = 75_000;

/** A connection that never becomes one of TLS must not outlast a stop. */
const handshakeTimeout = 10_000;

export interface ServerDeps
  extends Pick<
    ResolverDeps,
    | 'secret'
    | 'streams'
    | 'policy'
    | 'mail'
    | 'deliveries'
    | 'lifecycle'
    | 'measures'
    | 'refusedHeartbeats'
    | 'heartbeatPace'
  > {
  databaseFor: DatabaseFor;
  read: Read;
  bus: Bus;
  keyUse: KeyUse;
  settings: ControlPlaneSettings;
  provider?: ProviderFile | undefined;
  /** Serves HTTPS; undefined for plain http. */
  certificate?: ServerCertificate | undefined;
  requests: RequestScope;
  traces: Traces;
  log: Logger;
}

/** The HTTP server, not yet listening: `POST /graphql`, and the paths of `buildRoutes`. */
export function buildServer(deps: ServerDeps): Server | TlsServer {
  const { certificate } = deps;
  const listener = listenerOf(deps, buildAnswer(deps));
  return certificate === undefined
    ? createServer({ keepAliveTimeout }, listener)
    : createTlsServer({ keepAliveTimeout, handshakeTimeout, ...certificate.options }, listener);
}

type Answer = (exchange: Exchange) => void;

/** Answers the API behind its checks of the request, and every other path. */
function buildAnswer(deps: ServerDeps): Answer {
  const { databaseFor, secret, settings, certificate } = deps;
  const askDatabase = databaseCheck(databaseFor({ share: 'control' }), systemClock);
  const { strategies, ...api } = buildApi(deps, askDatabase);
  const masking = maskErrors({ log: deps.log, clock: systemClock });
  const answerRoute = buildRoutes({ settings, secret, askDatabase, strategies, certificate, masking });
  const prefix = pathPrefix(settings.publicUrl);
  return (exchange) => {
    const { request, response } = exchange;
    // Not parsed as a URL: a client may send any text.
    request.url = withoutPrefix(request.url ?? '', prefix);
    if (answerRoute(exchange, request.url.split('?')[0] ?? '')) return;
    const refusal = refusalOf(request, `${prefix}${endpoint}`, settings.production);
    if (refusal !== null) return refuse(response, refusal.status, refusal.message);
    const { authorization } = request.headers;
    const answering = claimsAgent(authorization)
      ? api.agents.answer(authorization, exchange)
      : answerPerson(api.answering, exchange);
    answering.catch((error: unknown) => answerError(response, masking.maskError(error, masking.errorMessage)));
  };
}

/** Builds what answers requests to the API, and connects it to the messages of other replicas. */
function buildApi(deps: ServerDeps, askDatabase: AskDatabase) {
  const { databaseFor, secret, bus, streams, keyUse, settings, measures, provider, log } = deps;
  const ofCredentials = databaseFor({ share: 'authentication' });
  const authenticator = new ApiKeyAuthenticator(keyHolderFinder(ofCredentials), failedAttempts(), {
    onUse: (caller, address) => keyUse.note(caller, address),
  });
  // After a lost connection to the database. In a large fleet, all heartbeats at once would only be refused.
  const nudges = nudgesTo(streams, () => deps.heartbeatPace.unnudgedMs);
  const changes = changesTo(streams);
  const answers = new AgentAnswers();
  bus.subscribe({ onMessage: () => undefined, onGap: () => measures.busOpened() });
  for (const listener of [authenticator, streams, nudges, changes, answers]) bus.subscribe(listener);
  const memory = new BodyMemory();
  const charges = bodyCharges();
  const ofPeople = databaseFor({ share: 'people' });
  const strategies = [authenticator.authenticate, sessionAuthenticator(ofCredentials, secret.text)];
  const signOn = { publicUrl: settings.publicUrl ?? '', database: ofPeople, secret: secret.text, log };
  const yoga = buildYoga({
    ...settings,
    ...deps,
    singleSignOn: provider && new SingleSignOn({ provider, ...signOn }),
    endpoint,
    memory,
    charges,
    askDatabase,
    nudges,
    changes,
    answers,
    apiKeyAuthenticator: authenticator,
    strategies,
    heartbeatDatabase: databaseFor({ share: 'heartbeats' }),
    authOf: buildAuths(ofPeople, secret.text),
    passwordWork: new PasswordWork(),
  });
  const answering: Answering = { yoga, keepAlives: pulseOfMany(keepAliveSeconds) };
  return { strategies, answering, agents: new AgentResponder({ ...deps, answering, authenticator, memory, charges }) };
}

async function answerPerson(answering: Answering, { request, response, requestId }: Exchange): Promise<void> {
  const ended: (() => void)[] = [];
  try {
    await answerWith(answering, response, { req: request, requestId, ended });
  } finally {
    for (const end of ended) end();
  }
}

/** Returns why a request to the API's path is refused before it is read; null if it is not. */
function refusalOf(request: IncomingMessage, api: string, production: boolean) {
  const { method, headers } = request;
  const isPage = method === 'GET' && !production;
  if (method !== 'POST' && !isPage) return { status: 405, message: `The API is POST ${api}.` };
  if (!isPage && !isJson(headers['content-type'] ?? ''))
    return { status: 415, message: 'The API takes application/json in UTF-8.' };
  // Part of the request's URL.
  if (!URL.canParse(`http://${headers.host ?? ''}`)) return { status: 400, message: 'The Host header is invalid.' };
  return null;
}

/** Gives each request its id, the headers that every answer has, its place in the measures, and its trace. */
function listenerOf({ settings, measures, traces, requests }: ServerDeps, answer: Answer): RequestListener {
  const isStrict = isOnlyTls(settings.publicUrl);
  return (request, response) => {
    const requestId = requestIdOf(request.headers['x-request-id']);
    response.setHeader('x-request-id', requestId);
    // Answers contain keys and passwords, which no proxy may store. The console's files override this.
    response.setHeader('cache-control', 'no-store');
    response.setHeader('x-content-type-options', 'nosniff');
    if (isStrict) response.setHeader('strict-transport-security', 'max-age=31536000');
    response.on('finish', () => measures.answered(response.statusCode));
    const traceparent = [request.headers['traceparent']].flat()[0];
    const trace = { name: request.method ?? 'request', traceparent };
    traces.request(trace, (end) => {
      response.on('close', () =>
        end({ 'http.response.status_code': response.statusCode, 'satrap.request.id': requestId }),
      );
      requests.run(requestId, () => answer({ request, response, requestId }));
    });
  };
}

/** Whether browsers may reach the host by TLS alone. The header counts for all ports of a host, so another port may be another site's. */
const isOnlyTls = (publicUrl = ''): boolean => {
  const { protocol, port } = URL.parse(publicUrl) ?? {};
  return protocol === 'https:' && port === '';
};

function isJson(contentType: string): boolean {
  const encoding = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(contentType)?.[1];
  return /^application\/json\s*(;|$)/i.test(contentType) && /^utf-?8$/i.test(encoding ?? 'utf-8');
}
