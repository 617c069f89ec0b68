import { createYoga, type Plugin, type YogaServerInstance } from 'graphql-yoga';
import type { Logger } from 'pino';
import { systemClock } from '../../../timing/clock.ts';
import { failRefusedAnswer } from '../../agents/agent-requests/answer-request.ts';
import { judgeReport } from '../../agents/heartbeat/node-limit.ts';
import type { ResolverDeps } from '../../features/feature.ts';
import { buildResolvers, snapshotReaders } from '../../features.ts';
import type { AuthenticationStrategy } from '../../people/accounts/authenticator.ts';
import type { DatabaseFor, DatabaseUser, Read } from '../../platform/database/database.ts';
import { buildCursors } from '../../platform/input/cursors.ts';
import type { BodyMemory } from '../../platform/load/body-memory.ts';
import { BulkWork } from '../../platform/load/bulk-work.ts';
import { requestIdOf } from '../../platform/monitoring/request-scope.ts';
import type { Traces } from '../../platform/monitoring/traces.ts';
import { answerBudget } from '../../request/answer-budget.ts';
import { type Caller, ownerOf } from '../../request/caller.ts';
import type { RequestContext } from '../../request/context.ts';
import { auditTrail } from '../../request/trail/audit-trail.ts';
import type { ControlPlaneSettings } from '../../settings.ts';
import type { AskDatabase } from './health.ts';
import { type Masking, maskErrors } from './mask-errors.ts';
import { answerLimits, maxAnswerValues } from './plugins/answer-limits.ts';
import { auditRefusals } from './plugins/audit-refusals.ts';
import { authenticate, type ServerContext } from './plugins/authenticate.ts';
import { boundQueries } from './plugins/bound-queries.ts';
import { type BodyCharges, newDocuments, requestRate } from './plugins/caller-rates.ts';
import { compressibleAnswers } from './plugins/compressible-answers.ts';
import { errorCodes } from './plugins/error-codes.ts';
import { eventStreams } from './plugins/event-streams.ts';
import { keyFaults } from './plugins/key-faults.ts';
import { largeVariables } from './plugins/large-variables.ts';
import { measureRequests, traceOperations } from './plugins/measure-requests.ts';
import { documentCache, noIntrospection, queryLimits } from './plugins/query-limits.ts';
import { refusedAnswers } from './plugins/refused-answers.ts';
import { requestBody } from './plugins/request-body.ts';
import { logMutation, refusalLog } from './request-log.ts';
import { buildSchema } from './schema.ts';

interface YogaDeps extends ResolverDeps {
  endpoint: string;
  databaseFor: DatabaseFor;
  read: Read;
  strategies: readonly AuthenticationStrategy[];
  settings: ControlPlaneSettings;
  /** Of the bodies of all requests. */
  memory: BodyMemory;
  charges: BodyCharges;
  askDatabase: AskDatabase;
  traces: Traces;
  log: Logger;
}

/** What the answers to all requests share. */
interface Shared {
  audit: ReturnType<typeof auditTrail>;
  refusals: ReturnType<typeof refusalLog>;
  cursors: ReturnType<typeof buildCursors>;
  bulk: BulkWork;
  documents: ReturnType<typeof documentCache>;
  masking: Masking;
}

/** Answers GraphQL requests: the schema with the resolvers of all features, behind its limits. */
export function buildYoga(deps: YogaDeps): YogaServerInstance<ServerContext, RequestContext> {
  const { log } = deps;
  const shared: Shared = {
    audit: auditTrail(snapshotReaders, log),
    refusals: refusalLog(log),
    cursors: buildCursors(deps.secret),
    bulk: new BulkWork(),
    documents: documentCache(),
    masking: maskErrors({ log, clock: systemClock }),
  };
  return createYoga<ServerContext, RequestContext>({
    schema: buildSchema(buildResolvers(deps)),
    graphqlEndpoint: deps.endpoint,
    graphiql: !deps.settings.production,
    renderGraphiQL: () => developmentPage,
    landingPage: false,
    healthCheckEndpoint: '/-',
    logging: false,
    cors: false,
    multipart: false,
    maxRequestBodySize: false,
    parserAndValidationCache: {
      documentCache: shared.documents,
      errorCache: { get: () => undefined, set: () => undefined },
    },
    plugins: pluginsOf(deps, shared),
    maskedErrors: shared.masking,
    context: (initial) => contextOf(initial, deps, shared),
  });
}

/** In the order in which a request passes them: the cheapest refusals come first. */
function pluginsOf(
  { databaseFor, strategies, settings, charges, measures, traces, ...deps }: YogaDeps,
  shared: Shared,
) {
  const { production } = settings;
  const { audit, refusals, bulk, documents, masking } = shared;
  const ofCredentials = databaseFor({ share: 'authentication' });
  return [
    authenticate(strategies, settings, refusals),
    requestRate(charges.buckets),
    requestBody({ memory: deps.memory, bulk, charges }),
    newDocuments(documents),
    queryLimits(),
    answerLimits(deps.askDatabase),
    boundQueries(deps.askDatabase),
    largeVariables(bulk, judgeReport(deps.heartbeatDatabase)),
    keyFaults(ofCredentials, audit, (organizationId) => databaseFor({ share: 'agents', organizationId })),
    sseEncoding(),
    eventStreams(masking),
    compressibleAnswers(),
    errorCodes(production),
    refusedAnswers((caller, request) => failRefusedAnswer(databaseFor(databaseUse(caller)), caller, request), deps.log),
    auditRefusals(audit, (caller) => databaseFor(databaseUse(caller))),
    measureRequests(measures),
    traceOperations(traces),
    ...(production ? [noIntrospection()] : []),
  ];
}

/** The context of one request: its caller's share of the database, and what it may still answer and read. */
function contextOf(
  { req, caller, client, cookies = [], requestId = requestIdOf(undefined) }: ServerContext,
  { databaseFor, read, log }: YogaDeps,
  { audit, refusals, cursors, bulk }: Shared,
): RequestContext {
  const ending = new AbortController();
  const budget = answerBudget(maxAnswerValues(caller));
  const use: DatabaseUser = {
    ...databaseUse(caller),
    signal: ending.signal,
    onSpent: (ms) => {
      budget.databaseMs += ms;
    },
  };
  return {
    requestId,
    client,
    idempotencyKey: [req.headers['idempotency-key'] ?? []].flat()[0] ?? null,
    cookies,
    caller,
    database: databaseFor(use),
    readHistory: (work) => read(use, work),
    ending,
    audit,
    budget,
    bulk,
    cursors,
    onMutation: (outcome) => {
      logMutation(log, outcome);
      refusals.signIn(client, outcome);
    },
  };
}

/** Returns the owner of the request's statements. A person counts as one caller with all keys and sessions. */
const databaseUse = (caller: Caller | null): DatabaseUser => ({
  share: caller?.purpose === 'executor' ? 'agents' : 'people',
  ...(caller === null ? {} : ownerOf(caller)),
});

/** Yoga marks event streams with `Content-Encoding: none`, which is no registered coding: strict clients refuse it. */
const sseEncoding = (): Plugin => ({
  onResponse: ({ response: { headers } }) => {
    if (headers.get('content-encoding') === 'none') headers.delete('content-encoding');
  },
});

/** `GET /graphql` with --development. A bundled sandbox takes 9 MB, and the usual one loads programs of another host. */
const developmentPage = `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8"><title>Satrap API</title></head>
  <body>
    <h1>Satrap API</h1>
    <p>Send <code>POST</code> requests to this address, with the header <code>Authorization: Bearer API_KEY</code>.</p>
    <p>Introspection is on: a GraphQL client such as Altair, Insomnia or Postman can load the schema from here.</p>
  </body>
</html>
`;
