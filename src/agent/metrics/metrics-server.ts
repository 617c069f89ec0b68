import type { Server } from 'node:http';
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { json, pageServer } from '../admin-socket/server.ts';
import { agentMetrics } from './agent-metrics.ts';
import { nodeMetrics } from './node-metrics.ts';
import type { AgentFigures } from './read-figures.ts';

/** Builds the agent's Prometheus metrics. Their names and labels are documented in docs/hosts/metrics.md. */
export function agentRegistry(figures: () => AgentFigures): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const [name, { help, labels, read }] of Object.entries({ ...agentMetrics, ...nodeMetrics })) {
    new Gauge({
      name,
      help,
      labelNames: [...labels],
      registers: [registry],
      collect() {
        this.reset();
        // A reset sets a metric without labels to 0, which would be shown for an unknown value.
        if (labels.length === 0) this.remove();
        for (const { labels: of, value } of read(figures())) if (value !== undefined) this.set({ ...of }, value);
      },
    });
  }
  new Counter({
    name: 'satrap_agent_heartbeats_total',
    help: 'Heartbeats since the agent started.',
    labelNames: ['outcome'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [outcome, count] of Object.entries(figures().heartbeats)) this.inc({ outcome }, count);
    },
  });
  return registry;
}

/** Serves `GET /metrics` and `GET /healthz`, not yet listening. It has no access to credentials. */
export function metricsServer(figures: () => AgentFigures): Server {
  const registry = agentRegistry(figures);
  return pageServer(
    {
      '/metrics': async () => ({ status: 200, type: registry.contentType, text: await registry.metrics() }),
      '/healthz': () => {
        const { health } = figures();
        return json(health, health.isAlive ? 200 : 503);
      },
    },
    'GET /metrics, GET /healthz',
  );
}
