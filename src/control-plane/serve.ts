import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { systemClock } from '../timing/clock.ts';
import { endsWithin } from '../timing/ends-within.ts';
import { ownVersion } from '../version.ts';
import { KeyUse } from './accounts/key-use.ts';
import { readSecret } from './accounts/secret-file.ts';
import { Bus } from './bus/bus.ts';
import { openDatabase } from './database/open.ts';
import { drain } from './drain.ts';
import { buildServer } from './graphql/server.ts';
import { Lease } from './jobs/lease.ts';
import { runJobs } from './jobs.ts';
import { buildMonitoring } from './monitoring/build-monitoring.ts';
import { RequestScope } from './monitoring/request-scope.ts';
import { noTraces, type Traces } from './monitoring/traces.ts';
import { requireInit } from './require-init.ts';
import { type ControlPlaneSettings, ControlPlaneSetupError, ownUrl } from './settings.ts';
import { OpenStreams } from './streams/open-streams.ts';
import { AddressPolicy } from './webhooks/address-policy.ts';
import { DeliveryQueue } from './webhooks/delivery-queue.ts';
import { DeliveryWorker } from './webhooks/delivery-worker.ts';

/** Well within the time that supervisors allow before they kill. */
const drainMs = 10_000;

export interface RunningControlPlane {
  /** The GraphQL endpoint. */
  url: string;
  /** Where Prometheus finds the metrics; undefined where they are off. */
  metricsUrl?: string | undefined;
  /**
   * Stops accepting requests, ends event streams, and lets the requests under way finish for up to ten seconds. Then closes the database.
   */
  close(): Promise<void>;
}

/** Serves the API. Throws ControlPlaneSetupError for what the operator can mend. */
export async function serveControlPlane(
  settings: ControlPlaneSettings,
  log: Logger,
  requests = new RequestScope(),
): Promise<RunningControlPlane> {
  // First, so that a wrong folder is left as it is.
  const secret = readSecret(settings.dataDir);
  const traces = settings.traces ? await openTraces() : noTraces;
  const opened = await openDatabase(settings, log, settings.traces ? traces : undefined);
  const { database, listen: listenToDatabase, announce, close: closeDatabase } = opened;
  const ending = new AbortController();
  try {
    await requireInit(database, secret, settings.dataDir);
    const bus = new Bus({ listen: listenToDatabase, clock: systemClock, log });
    const streams = new OpenStreams();
    const keyUse = new KeyUse();
    const lease = new Lease({ database, clock: systemClock, log });
    const { measures, server: metricsServer } = await buildMonitoring(settings, {
      ...{ database, clock: systemClock, connections: opened.connections, bus, streams, lease },
    });
    const policy = new AddressPolicy(settings.webhookAllow ?? []);
    const queue = new DeliveryQueue(database, log);
    const worker = new DeliveryWorker({
      database,
      queue,
      secret,
      policy,
      version: ownVersion(),
      measures,
      traces,
      clock: systemClock,
      log,
    });
    const deliveries = { queue, wake: () => worker.wake() };
    const server = buildServer({
      ...{ database, secret, bus, streams, keyUse, settings, policy, deliveries, measures, requests, traces, log },
    });
    const metricsAddress = metricsServer && (await listen(metricsServer, settings.metrics ?? settings, 'metrics'));
    const url = `${await listen(server, settings)}/graphql`;
    announce(url);
    const jobsEnded = Promise.all([
      bus.run(ending.signal),
      worker.run(ending.signal),
      runJobs({ database, settings, bus, keyUse, lease, measures, clock: systemClock, log, deliveries }, ending.signal),
    ]);
    const close = async () => {
      ending.abort();
      streams.end();
      metricsServer?.close();
      metricsServer?.closeAllConnections();
      await Promise.all([drain(server, drainMs), endsWithin(jobsEnded, drainMs)]);
      // What waits for a database that is away ends only with its connection.
      await Promise.all([closeDatabase(), jobsEnded, traces.close()]);
    };
    return { url, metricsUrl: metricsAddress && `${metricsAddress}/metrics`, close };
  } catch (error) {
    ending.abort();
    await closeDatabase();
    throw error;
  }
}

/** Loaded only where traces are wanted: it takes memory. */
async function openTraces(): Promise<Traces> {
  const { OpenTelemetryTraces } = await import('./monitoring/open-telemetry.ts');
  return new OpenTelemetryTraces(ownVersion());
}

/** Returns the URL of the server, without a path. `what` begins the names of its options. */
async function listen(server: Server, at: { host: string; port: number }, what?: string): Promise<string> {
  server.listen(at.port, at.host);
  const option = (name: string) => (what === undefined ? `--${name}` : `--${what}-${name}`);
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE' && error.code !== 'EACCES' && error.code !== 'EADDRNOTAVAIL') throw error;
    throw new ControlPlaneSetupError(
      `cannot listen on ${at.host}:${at.port} (${error.code}); choose another with ${option('host')} and ${option('port')}`,
    );
  });
  const { port } = server.address() as AddressInfo;
  return ownUrl({ host: at.host, port });
}
