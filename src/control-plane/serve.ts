import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { systemClock } from '../timing/clock.ts';
import { runPeriodically } from '../timing/periodic-task.ts';
import { buildAuth } from './accounts/auth.ts';
import { Callers } from './accounts/callers.ts';
import { readSecret } from './accounts/secret-file.ts';
import { buildServer } from './api/server.ts';
import type { Database } from './database/database.ts';
import { openDatabase } from './database/open.ts';
import { rpcCredentials } from './database/schema.ts';
import { forgetOldEvents } from './events/retention.ts';
import { markOffline } from './executors/offline.ts';
import { forgetOldLogSessions } from './logs/fresh.ts';
import { Nudges } from './nudges/nudges.ts';
import { type ControlPlaneSettings, ControlPlaneSetupError, offlineAfterSeconds } from './settings.ts';

export interface RunningControlPlane {
  /** The GraphQL endpoint. */
  url: string;
  /** Ends every connection and timer, then closes the database. */
  close(): Promise<void>;
}

/** Serves the API. Throws ControlPlaneSetupError for what the operator can mend. */
export async function serveControlPlane(settings: ControlPlaneSettings, log: Logger): Promise<RunningControlPlane> {
  const { database, announce, close: closeDatabase } = await openDatabase(settings, log);
  const ending = new AbortController();
  try {
    const secret = readSecret(settings.dataDir);
    await requireInit(database);
    const auth = buildAuth(database, secret.text);
    const callers = new Callers(database);
    const server = buildServer({ database, auth, callers, secret, nudges: new Nudges(), settings, log });
    server.listen(settings.port, settings.host);
    await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EADDRINUSE' && error.code !== 'EACCES' && error.code !== 'EADDRNOTAVAIL') throw error;
      throw new ControlPlaneSetupError(
        `cannot listen on ${settings.host}:${settings.port} (${error.code}); choose another with --host and --port`,
      );
    });
    const { port } = server.address() as AddressInfo;
    const host = settings.host.includes(':') ? `[${settings.host}]` : settings.host;
    const url = `http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${port}/graphql`;
    announce(url);
    const offlineAfter = offlineAfterSeconds(settings);
    const days = { events: settings.eventRetentionDays, samples: settings.sampleRetentionDays };
    const chores = [
      {
        what: 'look for executors that went offline',
        everySeconds: settings.heartbeatIntervalSeconds / 3,
        // While nobody listened, nobody could be heard: every agent first gets its time to report.
        firstAfterSeconds: offlineAfter,
        run: () => markOffline(database, offlineAfter),
      },
      {
        what: 'forget old events',
        everySeconds: 3600,
        run: () => forgetOldEvents(database, days, ending.signal),
      },
      { what: 'forget old log sessions', everySeconds: 3600, run: () => forgetOldLogSessions(database) },
    ].map((chore) => runPeriodically(chore, { clock: systemClock, log, signal: ending.signal }));
    const close = async () => {
      ending.abort();
      await Promise.all(chores);
      server.close();
      server.closeAllConnections();
      await closeDatabase();
    };
    return { url, close };
  } catch (error) {
    ending.abort();
    await closeDatabase();
    throw error;
  }
}

async function requireInit(database: Database): Promise<void> {
  const [row] = await database.select({ id: rpcCredentials.id }).from(rpcCredentials);
  if (row === undefined) {
    throw new ControlPlaneSetupError(
      'this control plane has no organization yet; run “satrap control-plane init” first',
    );
  }
}
