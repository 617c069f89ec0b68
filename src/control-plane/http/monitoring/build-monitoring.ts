import type { Server } from 'node:http';
import type { Clock } from '../../../timing/clock.ts';
import { ownVersion } from '../../../version.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import type { Database, OpenDatabase } from '../../platform/database/database.ts';
import type { Lease } from '../../platform/jobs/lease.ts';
import { type Measures, silentMeasures } from '../../platform/monitoring/measures.ts';
import type { OpenStreams } from '../../request/streams/open-streams.ts';
import type { ControlPlaneSettings } from '../../settings.ts';
import { openIncidentCounts } from './open-incidents.ts';

interface Watched {
  database: Database;
  connections: OpenDatabase['connections'];
  bus: Pick<Bus, 'isOpen'>;
  streams: Pick<OpenStreams, 'size'>;
  lease: Pick<Lease, 'isHeld'>;
  clock: Clock;
}

/** Where metrics are wanted, returns what counts them, and the server that shows them, not yet listening. Else they cost nothing. */
export async function buildMonitoring(
  settings: Pick<ControlPlaneSettings, 'metrics'>,
  { database, connections, bus, streams, lease, clock }: Watched,
): Promise<{ measures: Measures; server?: Server }> {
  if (settings.metrics === undefined) return { measures: silentMeasures };
  const [{ PrometheusMeasures }, { buildMetricsServer }] = await Promise.all([
    import('../../platform/monitoring/prometheus-measures.ts'),
    import('./metrics-server.ts'),
  ]);
  const measures = new PrometheusMeasures({
    version: ownVersion(),
    openStreams: () => streams.size,
    pool: connections,
    isBusOpen: () => bus.isOpen,
    isLeaseHeld: () => lease.isHeld,
    openIncidents: openIncidentCounts(database, clock),
  });
  return { measures, server: buildMetricsServer(measures.registry) };
}
