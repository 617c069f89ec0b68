import { once } from 'node:events';
import type { Logger } from 'pino';
import { errorMessage } from '../../text/error-message.ts';
import { Backoff } from '../../timing/backoff.ts';
import type { Clock } from '../../timing/clock.ts';
import { untilAborted } from '../../timing/until-aborted.ts';
import type { Service } from '../loops/service.ts';
import type { AgentSettings } from '../settings/settings.ts';
import type { AgentFigures } from './read-figures.ts';

export interface MetricsServiceOptions {
  settings: Pick<AgentSettings, 'metricsPort' | 'metricsHost'>;
  figures(): AgentFigures;
  clock: Clock;
  log: Logger;
}

const retryPolicy = { firstMs: 1000, maxMs: 60_000 };

/** Serves metrics and health if a port is configured. Otherwise the code is not loaded. */
export class MetricsService implements Service {
  readonly name = 'metrics';
  readonly #options: MetricsServiceOptions;

  constructor(options: MetricsServiceOptions) {
    this.#options = options;
  }

  /** Retries if the address cannot be bound; the nodes are kept meanwhile. */
  async run(signal: AbortSignal): Promise<void> {
    const { settings, clock, log } = this.#options;
    if (settings.metricsPort === undefined) return untilAborted(signal);
    const backoff = new Backoff(retryPolicy);
    let isReported = false;
    while (!signal.aborted) {
      try {
        return await this.#serve(settings.metricsPort, signal);
      } catch (error) {
        if (!isReported) log.error(`cannot serve metrics (metrics_port, metrics_host): ${errorMessage(error)}`);
        isReported = true;
        await clock.sleep(backoff.next(), signal);
      }
    }
  }

  async #serve(port: number, signal: AbortSignal): Promise<void> {
    const { settings, figures, log } = this.#options;
    const [{ agentRegistry }, { buildMetricsServer }] = await Promise.all([
      import('./agent-registry.ts'),
      import('./metrics-server.ts'),
    ]);
    const server = buildMetricsServer({ registry: agentRegistry(figures), health: () => figures().health });
    server.listen(port, settings.metricsHost);
    await once(server, 'listening');
    log.info(`serving metrics at http://${hostText(settings.metricsHost)}:${port}/metrics`);
    await untilAborted(signal);
    server.closeAllConnections();
    server.close();
  }
}

const hostText = (host: string): string => (host.includes(':') ? `[${host}]` : host);
