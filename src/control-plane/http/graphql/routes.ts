import { ownVersion } from '../../../version.ts';
import type { AuthenticationStrategy } from '../../people/accounts/authenticator.ts';
import type { Secret } from '../../people/accounts/secret.ts';
import type { ControlPlaneSettings } from '../../settings.ts';
import { serveAddHost } from '../add-host.ts';
import { pathPrefix, serveConsole } from '../console/console.ts';
import type { ServerCertificate } from '../server-certificate.ts';
import { serveSite } from '../site.ts';
import { serveProbe } from '../streams/probe.ts';
import { answerError, type Exchange, refuse } from './answer-error.ts';
import { type AskDatabase, buildHealth } from './health.ts';
import type { Masking } from './mask-errors.ts';
import { buildSchemaFiles } from './schema-files.ts';

export const endpoint = '/graphql';

/** Answers the requests of its paths, and returns whether the request was one. */
type Route = (exchange: Exchange, path: string) => boolean;

interface RouteDeps {
  settings: ControlPlaneSettings;
  secret: Secret;
  /** For the health checks. */
  askDatabase: AskDatabase;
  strategies: readonly AuthenticationStrategy[];
  certificate?: ServerCertificate | undefined;
  masking: Masking;
}

/** The paths beside the API, in the order in which they are tried: the console takes every other path that may be a page. */
export function buildRoutes({ settings, secret, askDatabase, strategies, certificate, masking }: RouteDeps): Route {
  const prefix = pathPrefix(settings.publicUrl);
  const health = buildHealth(askDatabase);
  const answerProbe = serveProbe(secret, ownVersion(), () => certificate?.state ?? null);
  const schemaFile = buildSchemaFiles(strategies, settings);
  const answerSite = serveSite(prefix);
  const answerAddHost = serveAddHost(settings.publicUrl);
  const answerConsole = serveConsole(prefix, settings.consoleDir);
  const reads = ({ request }: Exchange) => request.method === 'GET' || request.method === 'HEAD';
  const routes: readonly Route[] = [
    (exchange, path) => {
      const answer = reads(exchange) ? health(path) : undefined;
      void answer?.then(({ status, text }) =>
        exchange.response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(`${text}\n`),
      );
      return answer !== undefined;
    },
    (exchange, path) => reads(exchange) && answerProbe(exchange.request, exchange.response, path),
    (exchange, path) => {
      const { request, response } = exchange;
      const answer = reads(exchange) ? schemaFile(request, path) : undefined;
      void answer?.then(
        (text) => response.writeHead(200, { 'content-type': 'application/graphql; charset=utf-8' }).end(text),
        (error: unknown) => answerError(response, masking.maskError(error, masking.errorMessage)),
      );
      return answer !== undefined;
    },
    ({ request, response }, path) => answerSite(request, response, path),
    ({ request, response }, path) => answerAddHost(request, response, path),
    ({ request, response }, path) => path !== endpoint && answerConsole(request, response, path),
    ({ response }, path) => {
      if (path === endpoint) return false;
      refuse(response, 404, `There is nothing at this path. The API is POST ${prefix}${endpoint}.`);
      return true;
    },
  ];
  return (exchange, path) => routes.some((route) => route(exchange, path));
}
