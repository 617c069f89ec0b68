import { once } from 'node:events';
import { chmodSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { Registry } from 'prom-client';
import { errorMessage } from '../../text/error-message.ts';
import { jsonOrNull } from '../../text/json-or-null.ts';
import { readAtMost } from '../../text/read-at-most.ts';
import type { GatewayFigures } from '../metrics/gateway-registry.ts';
import { acknowledgement } from '../report.ts';

export interface AdminOptions {
  figures(): GatewayFigures;
  /** Forgets writes that the agent has stored. */
  acknowledge(ids: readonly string[]): Promise<void>;
}

interface Page {
  status: number;
  type: string;
  text: string;
}

const maxBodyBytes = 256 * 1024;

const json = (body: unknown, status = 200): Page => ({
  status,
  type: 'application/json; charset=utf-8',
  text: `${JSON.stringify(body)}\n`,
});

/** Builds the server of the report, or of the metrics alone, not yet listening. */
export function adminServer(options: Pick<AdminOptions, 'figures'> & Partial<AdminOptions>): Server {
  const metrics = metricsPage(options.figures);
  const answer = async (request: IncomingMessage): Promise<Page> => {
    const { method, url } = request;
    if (method === 'GET' && url === '/metrics') return metrics();
    if (method === 'GET' && url === '/healthz') return json({ ok: true });
    const { acknowledge } = options;
    if (acknowledge !== undefined) {
      if (method === 'GET' && url === '/report') return json(options.figures().report);
      if (method === 'POST' && url === '/writes/acknowledge') return acknowledged(request, acknowledge);
    }
    return json({ error: 'not found' }, 404);
  };
  return createServer(async (request, response) => {
    const { status, type, text } = await answer(request).catch((error: unknown) =>
      json({ error: errorMessage(error) }, 500),
    );
    response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(text);
  });
}

/** Loads the library of metrics when they are first read. */
function metricsPage(figures: () => GatewayFigures): () => Promise<Page> {
  let registry: Registry | undefined;
  return async () => {
    registry ??= (await import('../metrics/gateway-registry.ts')).gatewayRegistry(figures);
    return { status: 200, type: registry.contentType, text: await registry.metrics() };
  };
}

async function acknowledged(request: IncomingMessage, acknowledge: AdminOptions['acknowledge']): Promise<Page> {
  const text = await readAtMost(request, maxBodyBytes);
  const { data } = acknowledgement.safeParse(text === null ? null : jsonOrNull(text));
  if (data === undefined) return json({ error: 'the body must be { "ids": [...] }' }, 400);
  await acknowledge(data.ids);
  return json({ ok: true });
}

/** Listens on a Unix socket that only the gateway's own user can open. */
export async function listenOnSocket(server: Server, path: string): Promise<void> {
  // The lock of the gateway's folder is held: the socket is that of a gateway that ended.
  rmSync(path, { force: true });
  server.listen(path);
  await once(server, 'listening');
  chmodSync(path, 0o600);
}
