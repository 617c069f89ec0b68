import type { Logger } from 'pino';
import { packageRoot } from '../package-root.ts';
import { systemClock } from '../timing/clock.ts';
import { endsWithin } from '../timing/ends-within.ts';
import { type PeriodicTask, runPeriodically } from '../timing/periodic-task.ts';
import { poll } from '../timing/poll.ts';
import { releaseKeys } from '../upgrade/verify-archive.ts';
import { ownVersion } from '../version.ts';
import { type HeartbeatPace, paceJob, paceOfHeartbeats } from './agents/heartbeat/pace.ts';
import { addressPolicy } from './alerts/channels/address-policy.ts';
import { readMailServer } from './alerts/channels/mail.ts';
import { deliveryWorker } from './alerts/webhooks/delivery-worker.ts';
import { buildJobs } from './features.ts';
import { offlineJob } from './fleet/executors/mark-offline.ts';
import { RefusedHeartbeats } from './fleet/executors/refused-heartbeats.ts';
import { buildServer } from './http/graphql/server.ts';
import { type Address, type Listeners, listenAt, listenAtOnce } from './http/listen.ts';
import { buildMonitoring } from './http/monitoring/build-monitoring.ts';
import { ServerCertificate } from './http/server-certificate.ts';
import { clientLifecycle } from './nodes/client-lifecycle.ts';
import { requireInit } from './nodes/rpc-credentials/require-init.ts';
import { KeyUse, keyUseJob } from './people/accounts/key-use.ts';
import { readSecret } from './people/accounts/secret.ts';
import {
  type ProviderFile,
  readProviderFile,
  requireOrganizations,
} from './people/sign-in/single-sign-on/provider-file.ts';
import { buildBus } from './platform/bus/bus.ts';
import { outboxTask } from './platform/bus/outbox.ts';
import { openDatabase } from './platform/database/open.ts';
import { buildLease, type Lease } from './platform/jobs/lease.ts';
import { type JobDeps, measuredJob, runOnOneReplica } from './platform/jobs/run-on-one-replica.ts';
import type { Measures } from './platform/monitoring/measures.ts';
import { RequestScope } from './platform/monitoring/request-scope.ts';
import { noTraces, type Traces } from './platform/monitoring/traces.ts';
import { openStreams } from './request/streams/open-streams.ts';
import { type ControlPlaneSettings, ControlPlaneSetupError, ownUrl } from './settings.ts';

/** Well within the time before supervisors kill a process. */
const drainMs = 10_000;
/** For work that has nothing left to wait for. */
const lastWaitMs = 1000;

export interface RunningControlPlane {
  url: string;
  /** The URL of the metrics; undefined if they are off. */
  metricsUrl?: string | undefined;
  measures: Measures;
  /** Stops accepting requests, ends streams, gives requests in flight ten seconds, and closes the database. */
  close(): Promise<void>;
}

/** Serves the API. Throws ControlPlaneSetupError for faults that the operator can fix. */
export async function serveControlPlane(
  settings: ControlPlaneSettings,
  log: Logger,
  requests = new RequestScope(),
): Promise<RunningControlPlane> {
  // First, so that a wrong folder is not touched.
  const secret = readSecret(settings.dataDir);
  const provider = readSettingsOfProvider(settings);
  const mail = settings.smtp === undefined ? undefined : readMailServer(settings.smtp);
  const certificate = settings.tls && new ServerCertificate(settings.tls, log);
  const traces = settings.traces ? await openTraces() : noTraces;
  const opened = await openDatabase(settings, log, traces);
  const { database, databaseFor, listen: listenToDatabase, published, announce, close: closeDatabase } = opened;
  const { read, replicaTasks, connections } = opened;
  const ending = new AbortController();
  try {
    await requireInit(database, secret, settings.dataDir);
    if (provider !== undefined) await requireOrganizations(database, provider);
    const bus = buildBus({ listen: listenToDatabase, clock: systemClock, log });
    const streams = openStreams();
    const keyUse = new KeyUse();
    const refusedHeartbeats = new RefusedHeartbeats();
    const heartbeatPace = paceOfHeartbeats(settings.heartbeatIntervalSeconds);
    const control = databaseFor({ share: 'control' });
    const lease = buildLease({ database: control, clock: systemClock, log });
    const watched = { database: control, clock: systemClock, connections, bus, streams, lease };
    const { measures, server: metricsServer } = await buildMonitoring(settings, watched);
    const policy = addressPolicy(settings.webhookAllow ?? []);
    const common = {
      ...{ database, secret, settings, bus, keyUse, refusedHeartbeats, heartbeatPace, policy, mail, measures, traces },
      ...{ clock: systemClock, log },
    };
    const worker = deliveryWorker({ ...common, version: ownVersion() });
    const deliveries = { wake: () => worker.wake() };
    const { dataDir, lifecycleKeys = releaseKeys(packageRoot()) } = settings;
    const lifecycle = clientLifecycle({ dataDir, keys: lifecycleKeys, log });
    await lifecycle.reload();
    const server = buildServer({
      ...common,
      certificate,
      provider,
      databaseFor,
      read,
      streams,
      lifecycle,
      deliveries,
      requests,
    });
    const metrics = settings.metrics ?? settings;
    const metricsUrl =
      metricsServer &&
      `${ownUrl({ ...metrics, port: await named(listenAt(metricsServer, metrics), metrics, 'metrics-') })}/metrics`;
    const { listeners, port } = await named(listenAtOnce(server, settings), settings);
    const url = `${ownUrl({ ...settings, port })}/graphql`;
    announce(url);
    const own = [outboxTask(control, published, systemClock), ...replicaTasks];
    if (certificate !== undefined && 'setSecureContext' in server) own.push(certificate.reloadTask(server));
    const jobsEnded = Promise.all([
      bus.run(ending.signal),
      worker.run(ending.signal),
      runJobs({ ...common, lease, lifecycle, deliveries, own }, ending.signal),
    ]);
    const close = async () => {
      ending.abort();
      streams.end();
      metricsServer?.close();
      metricsServer?.closeAllConnections();
      await Promise.all([drain(listeners, drainMs), endsWithin(jobsEnded, drainMs)]);
      // Statements that wait for an unavailable database end only with their connection.
      await closeDatabase();
      const rest = { jobs: jobsEnded, traces: traces.close() };
      for (const [what, ended] of Object.entries(rest)) {
        if (!(await endsWithin(ended, lastWaitMs))) log.warn({ what }, 'exiting without waiting for remaining work');
      }
    };
    return { url, metricsUrl, measures, close };
  } catch (error) {
    ending.abort();
    await closeDatabase();
    throw error;
  }
}

/** Throws ControlPlaneSetupError. */
function readSettingsOfProvider({ singleSignOn, publicUrl }: ControlPlaneSettings): ProviderFile | undefined {
  if (singleSignOn === undefined) return undefined;
  if (publicUrl === undefined)
    throw new ControlPlaneSetupError('single sign-on needs the URL that browsers use; set SATRAP_PUBLIC_URL');
  return readProviderFile(singleSignOn);
}

/** Loaded only if traces are enabled: it takes memory. */
async function openTraces(): Promise<Traces> {
  const { openTelemetryTraces } = await import('./platform/monitoring/open-telemetry.ts');
  return openTelemetryTraces(ownVersion());
}

/** Names the options that choose the address, which begin with `prefix`. Throws ControlPlaneSetupError. */
const named = <T>(listening: Promise<T>, { host, port }: Address, prefix = ''): Promise<T> =>
  listening.catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE' && error.code !== 'EACCES' && error.code !== 'EADDRNOTAVAIL') throw error;
    throw new ControlPlaneSetupError(
      `cannot listen on ${host}:${port} (${error.code}); choose another with --${prefix}host and --${prefix}port`,
    );
  });

interface RunJobsDeps extends JobDeps {
  keyUse: KeyUse;
  refusedHeartbeats: RefusedHeartbeats;
  heartbeatPace: HeartbeatPace;
  lease: Lease;
  own: readonly PeriodicTask[];
  measures: Measures;
  log: Logger;
}

/** Runs the jobs that a serving control plane repeats, until `signal` aborts. */
async function runJobs(deps: RunJobsDeps, signal: AbortSignal): Promise<void> {
  const { database, settings, keyUse, lease, measures, clock, log, lifecycle, own, refusedHeartbeats: refused } = deps;
  // Each replica knows only its own stalls and callers.
  const onEveryReplica = [
    offlineJob(database, settings, { clock, lease, refused }),
    paceJob(database, deps.heartbeatPace),
    keyUseJob(database, keyUse),
    ...own,
    { what: 'read the lifecycle table', everySeconds: 30, run: () => lifecycle.reload() },
  ];
  await Promise.all([
    lease.keep(signal),
    ...buildJobs(deps).map((job) => runOnOneReplica(measuredJob(job, measures), { lease, clock, log, signal })),
    ...onEveryReplica.map((job) => runPeriodically(measuredJob(job, measures), { clock, log, signal })),
  ]);
}

/** Stops accepting connections and lets requests in flight finish. Cuts off those that still run after `withinMs`. */
export async function drain(listeners: Listeners, withinMs: number): Promise<void> {
  const [server] = listeners;
  let open = listeners.length;
  for (const listener of listeners) listener.close(() => open--);
  await poll(
    () => {
      // A keep-alive connection is idle once its last request is answered.
      server.closeIdleConnections();
      return open === 0;
    },
    { withinMs },
  );
  server.closeAllConnections();
}
