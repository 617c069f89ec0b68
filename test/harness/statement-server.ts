import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { shippedTable } from '../../src/bitcoin/clients/lifecycle.ts';
import { HeartbeatPace } from '../../src/control-plane/agents/heartbeat/pace.ts';
import { addressPolicy } from '../../src/control-plane/alerts/channels/address-policy.ts';
import { RefusedHeartbeats } from '../../src/control-plane/fleet/executors/refused-heartbeats.ts';
import { buildServer } from '../../src/control-plane/http/graphql/server.ts';
import { KeyUse } from '../../src/control-plane/people/accounts/key-use.ts';
import { readSecret } from '../../src/control-plane/people/accounts/secret.ts';
import { buildBus } from '../../src/control-plane/platform/bus/bus.ts';
import { listenOn } from '../../src/control-plane/platform/database/listen-server.ts';
import { silentMeasures } from '../../src/control-plane/platform/monitoring/measures.ts';
import { RequestScope } from '../../src/control-plane/platform/monitoring/request-scope.ts';
import { noTraces } from '../../src/control-plane/platform/monitoring/traces.ts';
import { openStreams } from '../../src/control-plane/request/streams/open-streams.ts';
import type { ControlPlaneSettings } from '../../src/control-plane/settings.ts';
import { systemClock } from '../../src/timing/clock.ts';
import { closeServer, listenHere } from './listen.ts';
import { quiet } from './server-database.ts';

/**
 * Serves the API in this process on the database of a control plane that has stopped, without jobs.
 * Each statement is reported, except those that authenticate: how often depends on the cache of keys.
 */
export async function serveStatements(
  settings: ControlPlaneSettings,
  onStatement: (text: string, values: unknown[]) => void,
  heartbeatPace = new HeartbeatPace(15),
): Promise<{ url: string; close(): Promise<void> }> {
  const pool = new pg.Pool({ connectionString: settings.databaseUrl, max: 4 });
  const database = drizzle(pool, { logger: { logQuery: onStatement } });
  const unreported = drizzle(pool);
  const bus = buildBus({ listen: listenOn(settings.databaseUrl ?? ''), clock: systemClock, log: quiet });
  const server = buildServer({
    ...{ bus, settings, log: quiet, measures: silentMeasures, traces: noTraces },
    ...{ secret: readSecret(settings.dataDir), streams: openStreams(), keyUse: new KeyUse() },
    ...{ refusedHeartbeats: new RefusedHeartbeats(), heartbeatPace },
    ...{ policy: addressPolicy([]), lifecycle: { table: shippedTable }, requests: new RequestScope() },
    databaseFor: ({ share }) => (share === 'authentication' ? unreported : database),
    read: (_user, work) => work(database),
    deliveries: { wake: () => undefined },
  });
  const port = await listenHere(server);
  return {
    url: `http://127.0.0.1:${port}/graphql`,
    close: async () => {
      await closeServer(server);
      await pool.end();
    },
  };
}
