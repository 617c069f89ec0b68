import { createServer, type Server } from 'node:http';
import type { Registry } from 'prom-client';
import type { Clock } from '../../../timing/clock.ts';
import { sharedRead } from '../../../timing/shared-call.ts';
import { ownVersion } from '../../../version.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import { count, type Database, eq, isNotNull, type OpenDatabase } from '../../platform/database/database.ts';
import type { Lease } from '../../platform/jobs/lease.ts';
import { type Measures, silentMeasures } from '../../platform/monitoring/measures.ts';
import type { OpenStreams } from '../../request/streams/open-streams.ts';
import type { ControlPlaneSettings } from '../../settings.ts';
import { backupState } from '../../tables/backup-state.ts';
import { alertIncident } from '../../tables/incidents.ts';

interface Watched {
  database: Database;
  connections: OpenDatabase['connections'];
  bus: Pick<Bus, 'isOpen'>;
  streams: Pick<OpenStreams, 'size'>;
  lease: Pick<Lease, 'isHeld'>;
  clock: Clock;
}

export async function buildMonitoring(
  settings: Pick<ControlPlaneSettings, 'metrics'>,
  { database, connections, bus, streams, lease, clock }: Watched,
): Promise<{ measures: Measures; server?: Server }> {
  if (settings.metrics === undefined) return { measures: silentMeasures };
  // Loaded only if metrics are enabled: it takes memory.
  const { prometheusMeasures } = await import('../../platform/monitoring/prometheus-measures.ts');
  const measures = prometheusMeasures({
    version: ownVersion(),
    openStreams: () => streams.size,
    pool: connections,
    isBusOpen: () => bus.isOpen,
    isLeaseHeld: () => lease.isHeld,
    openIncidents: forScrapes(() => countOpenIncidents(database), clock),
    lastBackup: forScrapes(() => readLastBackup(database), clock),
  });
  return { measures, server: buildMetricsServer(measures.registry) };
}

const buildMetricsServer = (registry: Registry): Server =>
  createServer((request, response) => {
    const path = request.url?.split('?')[0];
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (path !== '/metrics' || !isRead) {
      response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' }).end('the only path is GET /metrics\n');
      return;
    }
    registry.metrics().then(
      (text) =>
        response.writeHead(200, { 'content-type': registry.contentType, 'cache-control': 'no-store' }).end(text),
      () => response.writeHead(500).end('the metrics could not be collected\n'),
    );
  });

/** Prometheus scrapes about every 15 seconds; an unavailable database must not cost it all other metrics. */
const timeoutMs = 2000;
/** Several scrapers share a result for this long. */
const freshMs = 5000;

/** Returns `read` for scrapers. If it fails, the metric is missing, which is information enough. */
function forScrapes<T>(read: () => Promise<T>, clock: Clock): () => Promise<T | undefined> {
  let last: { at: number; value: T } | undefined;
  const shared = sharedRead(
    async () => {
      const value = await read();
      last = { at: clock.elapsed(), value };
      return value;
    },
    timeoutMs,
    clock,
  );
  return async () => (last !== undefined && clock.elapsed() - last.at < freshMs ? last.value : shared());
}

async function countOpenIncidents(database: Database): Promise<ReadonlyMap<string, number>> {
  const rows = await database
    .select({ code: alertIncident.code, open: count() })
    .from(alertIncident)
    .where(eq(alertIncident.status, 'open'))
    .groupBy(alertIncident.code);
  return new Map<string, number>(rows.map(({ code, open }) => [code, open]));
}

async function readLastBackup(database: Database): Promise<Date | null | undefined> {
  const [row] = await database.select().from(backupState).where(isNotNull(backupState.scheduledSince));
  return row?.lastAt;
}
