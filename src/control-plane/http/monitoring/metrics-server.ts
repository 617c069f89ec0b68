import { createServer, type Server } from 'node:http';
import type { Registry } from 'prom-client';

/** Answers `GET /metrics` for Prometheus, on a port of its own, not yet listening. It has no other path, and knows no credentials. */
export function buildMetricsServer(registry: Registry): Server {
  return createServer((request, response) => {
    const path = request.url?.split('?')[0];
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (path !== '/metrics' || !isRead) {
      response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' }).end('there is only GET /metrics\n');
      return;
    }
    registry.metrics().then(
      (text) =>
        response.writeHead(200, { 'content-type': registry.contentType, 'cache-control': 'no-store' }).end(text),
      () => response.writeHead(500).end('the figures could not be collected\n'),
    );
  });
}
