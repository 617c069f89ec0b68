import type { Logger } from 'pino';
import { packageRoot } from '../package-root.ts';
import { authorityOf } from '../text/authority.ts';
import { systemClock } from '../timing/clock.ts';
import { endsWithin } from '../timing/ends-within.ts';
import { type PeriodicTask, runPeriodically } from '../timing/periodic-task.ts';
import { poll } from '../timing/poll.ts';
import { releaseKeys } from '../upgrade/verify-archive.ts';
import { ownVersion } from '../version.ts';
import { HeartbeatPace } from './agents/heartbeat/pace.ts';
import { addressPolicy } from './alerts/channels/address-policy.ts';
import { readMailServer } from './alerts/channels/mail.ts';
import { deliveryWorker } from './alerts/webhooks/delivery-worker.ts';
import { buildJobs, buildTasks } from './features.ts';
import { RefusedHeartbeats } from './fleet/executors/refused-heartbeats.ts';
import { buildServer } from './http/graphql/server.ts';
import { type Address, type Listeners, listenAt, listenAtOnce } from './http/listen.ts';
import { buildMonitoring } from './http/monitoring/build-monitoring.ts';
import { ServerCertificate } from './http/server-certificate.ts';
import { clientLifecycle } from './nodes/client-lifecycle.ts';
import { requireInit } from './nodes/rpc-credentials/require-init.ts';
import { KeyUse } from './people/accounts/key-use.ts';
import { readSecret } from './people/accounts/secret.ts';
import {
  type ProviderFile,
  readProviderFile,
  requireOrganizations,
} from './people/sign-in/single-sign-on/provider-file.ts';
import { buildBus } from './platform/bus/bus.ts';
import { outboxTask } from './platform/bus/outbox.ts';
import { openDatabase } from './platform/database/open.ts';
import { Lease } from './platform/jobs/lease.ts';
import { measuredJob, runOnOneReplica } from './platform/jobs/run-on-one-replica.ts';
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
  const files = readFiles(settings, log);
  const traces = settings.traces ? await openTraces() : noTraces;
  const opened = await openDatabase(settings, log, traces);
  const ending = new AbortController();
  try {
    const platform = await buildPlatform({ settings, files, opened, traces, log });
    const { bus, worker, measures, metricsServer, streams } = platform;
    const { listeners, server, url, metricsUrl } = await startListening(platform, requests);
    opened.announce(url);
    const jobsEnded = Promise.all([
      bus.run(ending.signal),
      worker.run(ending.signal),
      runJobs(platform, tasksOfProcess(platform, server), ending.signal),
    ]);
    const close = async () => {
      ending.abort();
      streams.end();
      metricsServer?.close();
      metricsServer?.closeAllConnections();
      await Promise.all([drain(listeners, drainMs), endsWithin(jobsEnded, drainMs)]);
      // Statements that wait for an unavailable database end only with their connection.
      await opened.close();
      const rest = { jobs: jobsEnded, traces: traces.close() };
      for (const [what, ended] of Object.entries(rest)) {
        if (!(await endsWithin(ended, lastWaitMs))) log.warn({ what }, 'exiting without waiting for remaining work');
      }
    };
    return { url, metricsUrl, measures, close };
  } catch (error) {
    ending.abort();
    await opened.close();
    throw error;
  }
}

/** Reads every file that the settings name. Throws ControlPlaneSetupError. */
const readFiles = (settings: ControlPlaneSettings, log: Logger) => ({
  secret: readSecret(settings.dataDir),
  provider: readSettingsOfProvider(settings),
  mail: settings.smtp === undefined ? undefined : readMailServer(settings.smtp),
  certificate: settings.tls && new ServerCertificate(settings.tls, log),
});

interface PlatformInput {
  settings: ControlPlaneSettings;
  files: ReturnType<typeof readFiles>;
  opened: Awaited<ReturnType<typeof openDatabase>>;
  traces: Traces;
  log: Logger;
}

type Platform = Awaited<ReturnType<typeof buildPlatform>>;

/** Builds what requests and jobs share. Nothing listens or runs yet. Throws ControlPlaneSetupError. */
async function buildPlatform({ settings, files, opened, traces, log }: PlatformInput) {
  const { secret, provider, mail } = files;
  const { database, databaseFor, connections } = opened;
  await requireInit(database, secret, settings.dataDir);
  if (provider !== undefined) await requireOrganizations(database, provider);
  const clock = systemClock;
  const control = databaseFor({ share: 'control' });
  const bus = buildBus({ listen: opened.listen, clock, log });
  const streams = openStreams();
  const lease = new Lease({ database: control, clock, log });
  const watched = { database: control, clock, connections, bus, streams, lease };
  const { measures, server: metricsServer } = await buildMonitoring(settings, watched);
  const policy = addressPolicy(settings.webhookAllow ?? []);
  const delivering = { database, secret, settings, bus, policy, mail, measures, traces, clock, log };
  const worker = deliveryWorker({ ...delivering, version: ownVersion() });
  const { dataDir, lifecycleKeys = releaseKeys(packageRoot()) } = settings;
  const lifecycle = clientLifecycle({ dataDir, keys: lifecycleKeys, log });
  await lifecycle.reload();
  return {
    ...opened,
    ...files,
    ...delivering,
    control,
    streams,
    lease,
    metricsServer,
    worker,
    deliveries: { wake: () => worker.wake() },
    lifecycle,
    keyUse: new KeyUse(),
    refusedHeartbeats: new RefusedHeartbeats(),
    heartbeatPace: new HeartbeatPace(settings.heartbeatIntervalSeconds),
  };
}

/** Listens for requests, and for scrapes of metrics on a port of their own. Throws ControlPlaneSetupError. */
async function startListening(platform: Platform, requests: RequestScope) {
  const { settings, metricsServer } = platform;
  const server = buildServer({ ...platform, requests });
  const metrics = settings.metrics ?? settings;
  const metricsUrl =
    metricsServer &&
    `${ownUrl({ ...metrics, port: await named(listenAt(metricsServer, metrics), metrics, 'metrics-') })}/metrics`;
  const { listeners, port } = await named(listenAtOnce(server, settings), settings);
  return { listeners, server, url: `${ownUrl({ ...settings, port })}/graphql`, metricsUrl };
}

/** The tasks of this process's database and certificate. */
function tasksOfProcess(platform: Platform, server: ReturnType<typeof buildServer>): PeriodicTask[] {
  const { control, published, clock, replicaTasks, certificate } = platform;
  const tasks = [outboxTask(control, published, clock), ...replicaTasks];
  if (certificate !== undefined && 'setSecureContext' in server) tasks.push(certificate.reloadTask(server));
  return tasks;
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
      `cannot listen on ${authorityOf(host, port)} (${error.code}); choose another with --${prefix}host and --${prefix}port`,
    );
  });

/** Runs the jobs that a serving control plane repeats, and the tasks of this process, until `signal` aborts. */
async function runJobs(platform: Platform, own: readonly PeriodicTask[], signal: AbortSignal): Promise<void> {
  const { lease, measures, clock, log } = platform;
  const tasks = [...buildTasks(platform), ...own];
  await Promise.all([
    lease.keep(signal),
    ...buildJobs(platform).map((job) => runOnOneReplica(measuredJob(job, measures), { lease, clock, log, signal })),
    ...tasks.map((task) => runPeriodically(measuredJob(task, measures), { clock, log, signal })),
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
