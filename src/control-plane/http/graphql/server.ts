import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer, type Server as TlsServer } from 'node:https';
import type { GraphQLError } from 'graphql';
import type { Logger } from 'pino';
import { systemClock } from '../../../timing/clock.ts';
import { pulseOfMany } from '../../../timing/pulse-of-many.ts';
import { together } from '../../../timing/together.ts';
import { ownVersion } from '../../../version.ts';
import { AgentAnswers } from '../../agents/agent-requests/agent-answers.ts';
import type { ResolverDeps } from '../../features.ts';
import { apiKeyAuthenticator } from '../../people/accounts/api-key-authenticator.ts';
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
import { apiError, otherAgentsFirst, tooManyRequests } from '../../platform/input/errors.ts';
import { AgentAdmission } from '../../platform/load/agent-admission.ts';
import { BodyMemory } from '../../platform/load/body-memory.ts';
import { type EndOfTurn, LargeBodies } from '../../platform/load/large-bodies.ts';
import { type RequestScope, requestIdOf } from '../../platform/monitoring/request-scope.ts';
import type { Traces } from '../../platform/monitoring/traces.ts';
import { ownerOf } from '../../request/caller.ts';
import type { ControlPlaneSettings } from '../../settings.ts';
import { serveAddHost } from '../add-host.ts';
import { pathPrefix, serveConsole, withoutPrefix } from '../console/console.ts';
import type { ServerCertificate } from '../server-certificate.ts';
import { serveSite } from '../site.ts';
import { changesTo } from '../streams/changes.ts';
import { nudgesTo } from '../streams/nudges.ts';
import { serveProbe } from '../streams/probe.ts';
import { bodyLimits, readBody } from './body/read-body.ts';
import { buildHealth, databaseCheck } from './health.ts';
import { maskErrors } from './mask-errors.ts';
import { bodyCharges } from './plugins/caller-rates.ts';
import { answerWith, keepAliveSeconds } from './plugins/event-streams.ts';
import { declaredBytes } from './plugins/request-body.ts';
import { requestClient } from './request-client.ts';
import { buildSchemaFiles } from './schema-files.ts';
import { buildYoga } from './yoga.ts';

const endpoint = '/graphql';

/** Longer than the keep-alive of most proxies (60 seconds): the sender must be the one that closes the connection. */
const keepAliveTimeout = 75_000;

/** A connection that never becomes one of TLS must not outlast a stop. */
const handshakeTimeout = 10_000;

/** In a large fleet: a heartbeat that is served alone takes three times as much processor time. */
const agentsTogether = { size: 8, maxWaitMs: 60 };

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

/** The HTTP server, not yet listening: `POST /graphql`, two health paths, the probe, the schema's files, the documentation, what adds a host, and the console everywhere else. */
export function buildServer(deps: ServerDeps): Server | TlsServer {
  const { databaseFor, secret, bus, streams, keyUse, settings, measures, requests, traces } = deps;
  const ofCredentials = databaseFor({ share: 'authentication' });
  const authenticator = apiKeyAuthenticator(keyHolderFinder(ofCredentials), failedAttempts(), {
    onUse: (caller, address) => keyUse.note(caller, address),
  });
  // After a lost connection to the database. In a large fleet, all heartbeats at once would only be refused.
  const nudges = nudgesTo(streams, () => deps.heartbeatPace.unnudgedMs);
  const [changes, answers] = [changesTo(streams), new AgentAnswers()];
  bus.subscribe({ onMessage: () => undefined, onGap: () => measures.busOpened() });
  for (const listener of [authenticator, streams, nudges, changes, answers]) bus.subscribe(listener);
  const { provider, log } = deps;
  const { publicUrl = '' } = settings;
  const [memory, largeBodies, charges] = [new BodyMemory(), new LargeBodies(), bodyCharges()];
  const ofPeople = databaseFor({ share: 'people' });
  const strategies = [authenticator.authenticate, sessionAuthenticator(ofCredentials, secret.text)];
  const askDatabase = databaseCheck(databaseFor({ share: 'control' }), systemClock);
  const health = buildHealth(askDatabase);
  const yoga = buildYoga({
    ...settings,
    ...deps,
    singleSignOn: provider && new SingleSignOn({ provider, publicUrl, database: ofPeople, secret: secret.text, log }),
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
  const answerProbe = serveProbe(secret, ownVersion(), () => deps.certificate?.state ?? null);
  const schemaFile = buildSchemaFiles(strategies, settings);
  const masking = maskErrors({ log: deps.log, clock: systemClock });
  const admission = new AgentAdmission((seconds) => deps.refusedHeartbeats.postpone(seconds));
  const withOthers = together(agentsTogether);
  const keepAlives = pulseOfMany(keepAliveSeconds);
  const prefix = pathPrefix(settings.publicUrl);
  const answerSite = serveSite(prefix);
  const answerAddHost = serveAddHost(settings.publicUrl);
  const answerConsole = serveConsole(prefix, settings.consoleDir);
  const answerPerson = async ({ request, response, requestId }: Exchange): Promise<void> => {
    const ended: (() => void)[] = [];
    try {
      await answerWith({ yoga, keepAlives }, response, { req: request, requestId, ended });
    } finally {
      for (const end of ended) end();
    }
  };
  const answerAgent = async (key: string, { request, response, requestId }: Exchange): Promise<void> => {
    const { headers, socket } = request;
    const client = requestClient({ headers, peerAddress: socket.remoteAddress }, settings);
    const entered = await admission.enter({
      key,
      isStream: headers.accept === 'text/event-stream',
      isKnown: () => authenticator.lastKnown(key) !== undefined,
      check: async () => (await authenticator.authenticate({ authorization: key, ...client })) != null,
    });
    if (typeof entered === 'number') return answerError(response, otherAgentsFirst(entered));
    const caller = entered.isKnown ? authenticator.lastKnown(key) : undefined;
    const waitSeconds = caller === undefined ? 0 : charges.secondsUntilRead(caller, declaredBytes(request));
    if (waitSeconds > 0) return answerError(response, tooManyRequests(waitSeconds));
    const held = caller && memory.hold(ownerOf(caller));
    let endTurn: EndOfTurn | undefined;
    try {
      const body = caller && (await readBody(request, bodyLimits.executor, held));
      if (body) endTurn = await largeBodies.turn(ownerOf(caller).organizationId, body.text.length);
      const retryAfterSeconds = entered.admit();
      if (retryAfterSeconds !== undefined) return answerError(response, otherAgentsFirst(retryAfterSeconds));
      if (deps.heartbeatPace.isStretched) await withOthers();
      await answerWith({ yoga, keepAlives }, response, { req: request, requestId, ...(body && { body }) });
    } finally {
      entered.end(response.statusCode < 500);
      endTurn?.();
      held?.release();
    }
  };
  const answer = (request: IncomingMessage, response: ServerResponse, requestId: string) => {
    // Not parsed as a URL: a client may send any text.
    request.url = withoutPrefix(request.url ?? '', prefix);
    const path = request.url.split('?')[0] ?? '';
    const reads = request.method === 'GET' || request.method === 'HEAD';
    const healthAnswer = reads ? health(path) : undefined;
    if (healthAnswer !== undefined)
      return void healthAnswer.then(({ status, text }) =>
        response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(`${text}\n`),
      );
    if (reads && answerProbe(request, response, path)) return;
    const schemaAnswer = reads ? schemaFile(request, path) : undefined;
    if (schemaAnswer !== undefined)
      return void schemaAnswer.then(
        (text) => response.writeHead(200, { 'content-type': 'application/graphql; charset=utf-8' }).end(text),
        (error: unknown) => answerError(response, masking.maskError(error, masking.errorMessage)),
      );
    if (answerSite(request, response, path) || answerAddHost(request, response, path)) return;
    if (path !== endpoint && answerConsole(request, response, path)) return;
    if (path !== endpoint)
      return refuse(response, 404, `There is nothing at this path. The API is POST ${prefix}${endpoint}.`);
    const isPage = request.method === 'GET' && !settings.production;
    if (request.method !== 'POST' && !isPage) return refuse(response, 405, `The API is POST ${prefix}${endpoint}.`);
    if (!isPage && !isJson(request.headers['content-type'] ?? ''))
      return refuse(response, 415, 'The API takes application/json in UTF-8.');
    // Part of the request's URL.
    if (!URL.canParse(`http://${request.headers.host ?? ''}`))
      return refuse(response, 400, 'The Host header is invalid.');
    const { authorization } = request.headers;
    const answering = claimsAgent(authorization)
      ? answerAgent(authorization, { request, response, requestId })
      : answerPerson({ request, response, requestId });
    return void answering.catch((error: unknown) =>
      answerError(response, masking.maskError(error, masking.errorMessage)),
    );
  };
  const isStrict = isOnlyTls(settings.publicUrl);
  const listener: RequestListener = (request, response) => {
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
      requests.run(requestId, () => answer(request, response, requestId));
    });
  };
  const { certificate } = deps;
  return certificate === undefined
    ? createServer({ keepAliveTimeout }, listener)
    : createTlsServer({ keepAliveTimeout, handshakeTimeout, ...certificate.options }, listener);
}

/** Whether browsers may reach the host by TLS alone. The header counts for all ports of a host, so another port may be another site's. */
const isOnlyTls = (publicUrl = ''): boolean => {
  const { protocol, port } = URL.parse(publicUrl) ?? {};
  return protocol === 'https:' && port === '';
};

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  requestId: string;
}

function isJson(contentType: string): boolean {
  const encoding = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(contentType)?.[1];
  return /^application\/json\s*(;|$)/i.test(contentType) && /^utf-?8$/i.test(encoding ?? 'utf-8');
}

const refuse = (response: ServerResponse, status: number, message: string): void =>
  answerError(response, apiError('invalid_input', message, { http: { status } }));

/** Answers with an error of the API that has its HTTP status. */
function answerError(
  response: ServerResponse,
  { message, extensions }: Pick<GraphQLError, 'message' | 'extensions'>,
): void {
  const { http, ...rest } = extensions;
  const { status, headers } = http as { status: number; headers?: Record<string, string> };
  response
    // The API's errors inside of an answer have none of their own.
    .writeHead(status === 200 ? 500 : status, {
      connection: 'close',
      'content-type': 'application/json; charset=utf-8',
      ...headers,
    })
    .end(JSON.stringify({ errors: [{ message, extensions: rest }] }));
}
