import { createServer, type Server } from 'node:http';
import type { Registry } from 'prom-client';
import { errorMessage } from '../../text/error-message.ts';
import type { AgentHealth } from '../loops/watched-loops.ts';

export interface MetricsServerOptions {
  registry: Registry;
  health(): AgentHealth;
}

interface Answer {
  status: number;
  type: string;
  text: string;
}

const plain = 'text/plain; charset=utf-8';

/** Serves `GET /metrics` and `GET /healthz`, not yet listening. It has no access to credentials. */
export function buildMetricsServer({ registry, health }: MetricsServerOptions): Server {
  const pages: Readonly<Record<string, () => Promise<Answer>>> = {
    '/metrics': async () => ({ status: 200, type: registry.contentType, text: await registry.metrics() }),
    '/healthz': async () => {
      const found = health();
      const text = `${JSON.stringify(found)}\n`;
      return { status: found.isAlive ? 200 : 503, type: 'application/json; charset=utf-8', text };
    },
  };
  const unknown = async () => ({
    status: 404,
    type: plain,
    text: 'not found; available: GET /metrics, GET /healthz\n',
  });
  return createServer((request, response) => {
    const path = request.url?.split('?')[0] ?? '';
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const page = isRead && Object.hasOwn(pages, path) ? pages[path] : undefined;
    (page ?? unknown)()
      .catch((error: unknown) => ({
        ...{ status: 500, type: plain },
        text: `cannot collect metrics: ${errorMessage(error)}\n`,
      }))
      .then(({ status, type, text }) =>
        response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(text),
      );
  });
}
