import { once } from 'node:events';
import type { Logger } from 'pino';
import { authorityOf } from '../../text/authority.ts';
import { errorMessage } from '../../text/error-message.ts';
import { Backoff } from '../../timing/backoff.ts';
import type { Clock } from '../../timing/clock.ts';
import { untilAborted } from '../../timing/until-aborted.ts';
import { serveUntilAborted } from '../admin-socket/server.ts';
import type { Service } from '../loops/watched-loops.ts';
import type { AgentSettings } from '../settings/settings.ts';
import type { AgentFigures } from './read-figures.ts';

export interface MetricsOptions {
  settings: Pick<AgentSettings, 'metricsPort' | 'metricsHost'>;
  figures(): AgentFigures;
  clock: Clock;
  log: Logger;
}

const retryPolicy = { firstMs: 1000, maxMs: 60_000 };

/** Serves metrics and health if a port is configured. Retries if the address cannot be bound. */
export function metricsService({ settings, figures, clock, log }: MetricsOptions): Service {
  const { metricsPort: port, metricsHost: host } = settings;
  const serve = async (port: number, signal: AbortSignal) => {
    const { metricsServer } = await import('./metrics-server.ts');
    const server = metricsServer(figures);
    server.listen(port, host);
    await once(server, 'listening');
    log.info(`serving metrics at http://${authorityOf(host, port)}/metrics`);
    await serveUntilAborted(server, signal);
  };
  const run = async (signal: AbortSignal) => {
    if (port === undefined) return untilAborted(signal);
    const backoff = new Backoff(retryPolicy);
    let isReported = false;
    while (!signal.aborted) {
      try {
        return await serve(port, signal);
      } catch (error) {
        if (!isReported) log.error(`cannot serve metrics (metrics_port, metrics_host): ${errorMessage(error)}`);
        isReported = true;
        await clock.sleep(backoff.next(), signal);
      }
    }
  };
  return { name: 'metrics', run };
}
